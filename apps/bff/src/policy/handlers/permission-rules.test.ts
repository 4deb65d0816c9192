import { type User } from '@despacho/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Person } from '#session/record.ts';
import { applyPermissionRules, type PermissionChange } from './permission-rules.ts';

const caller: Person = {
  id: '1',
  username: 'gloria',
  user: 'Gloria',
  charge: 'A',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: ['G01', 'D01', 'T02'],
  takenAt: 0,
};
const user = (id: string | number, ...codes: string[]): User => ({
  id,
  username: `u${id}`,
  charge: 'O',
  permissionsList: codes.map((module) => ({ module })),
});
const change = (over: Partial<PermissionChange>): PermissionChange => ({
  caller,
  targetId: '7',
  users: [user('1', 'G01'), user(7, 'D01', 'X9')],
  wanted: ['D01'],
  basedOn: undefined,
  ...over,
});

function outcome(over: Partial<PermissionChange>): string | string[] {
  try {
    return applyPermissionRules(change(over)).after;
  } catch (error) {
    if (error instanceof Failure) return error.kind;
    throw error;
  }
}

describe('applyPermissionRules', () => {
  it('S27: keeps unknown codes, once', () => {
    expect(outcome({ wanted: ['T02'] })).toEqual(['T02', 'X9']);
    expect(outcome({ wanted: ['X9', 'T02', 'T02'] })).toEqual(['X9', 'T02']);
  });

  it('S27: finds the target by id, as a number or as text', () => {
    expect(outcome({ users: [user('7', 'D01')] })).toEqual(['D01']);
    expect(outcome({ users: [user(70, 'D01')] })).toBe('not-found');
  });

  it('S27: refuses changing one’s own permissions, by id, or by name if the login had no id', () => {
    expect(outcome({ targetId: '1' })).toBe('permission-rule');
    const nameless = { ...caller, id: null };
    expect(outcome({ caller: nameless, targetId: '1', users: [{ ...user('1'), username: 'gloria' }] })).toBe(
      'permission-rule',
    );
  });

  it('S27: granting requires the module or charge S; revoking requires neither', () => {
    expect(outcome({ wanted: ['D01', 'M01'] })).toBe('permission-rule');
    expect(outcome({ wanted: ['D01', 'M01'], caller: { ...caller, charge: 'S' } })).toEqual(['D01', 'M01', 'X9']);
    expect(outcome({ users: [user('7', 'M01')], wanted: [] })).toEqual([]);
    expect(outcome({ users: [user('7', 'M01')], wanted: ['M01', 'D01'] })).toEqual(['M01', 'D01']);
  });

  it('S27: keeps the last G01 of an office', () => {
    expect(outcome({ users: [user('7', 'G01'), user('8', 'D01')], wanted: [] })).toBe('permission-rule');
    expect(outcome({ users: [user('7', 'G01'), user('8', 'G01')], wanted: [] })).toEqual([]);
    // One other administrator is enough.
    expect(outcome({ users: [user('7', 'G01'), user('8', 'D01'), user('9', 'G01')], wanted: [] })).toEqual([]);
    expect(outcome({ users: [user('7', 'G01'), user('8', 'D01')], wanted: ['D01', 'G01'] })).toEqual(['D01', 'G01']);
  });

  it('S27: fails with a conflict if a known code changed meanwhile, but not an unknown one', () => {
    expect(outcome({ basedOn: ['D01'] })).toEqual(['D01', 'X9']);
    expect(outcome({ basedOn: ['X9', 'D01'] })).toEqual(['D01', 'X9']);
    expect(outcome({ basedOn: [] })).toBe('conflict');
    expect(outcome({ basedOn: ['D01', 'T02'] })).toBe('conflict');
    expect(outcome({ basedOn: ['D01', 'X9', 'Z1'] })).toBe('conflict');
  });

  it.each<[what: string, over: Partial<PermissionChange>, detail: string | undefined, note: string]>([
    ['oneself', { targetId: '1' }, 'Nadie puede cambiar sus propios permisos.', 'change of own permissions'],
    [
      'oneself, also where the list of users does not hold it',
      { targetId: '1', users: [] },
      'Nadie puede cambiar sus propios permisos.',
      'change of own permissions',
    ],
    [
      'oneself by id, whatever the list calls that person',
      { targetId: '1', users: [{ ...user(1, 'D01'), username: 'otra' }] },
      'Nadie puede cambiar sus propios permisos.',
      'change of own permissions',
    ],
    [
      'oneself under a name with blanks around it',
      { caller: { ...caller, id: null }, users: [{ ...user(7, 'D01'), username: ' Gloria ' }] },
      'Nadie puede cambiar sus propios permisos.',
      'change of own permissions',
    ],
    ['nobody', { users: [] }, undefined, 'target is not in the list of users'],
    [
      'somebody who may be oneself',
      { caller: { ...caller, id: null }, users: [{ ...user(7, 'D01'), username: ' ' }] },
      'No se puede comprobar que esta persona no sea usted: el servicio no indica su cuenta, y su nombre falta o es igual al suyo.',
      'neither ids, accounts nor names distinguish the target from the caller',
    ],
    [
      'somebody without a name, who may be oneself',
      { caller: { ...caller, id: null }, users: [{ id: 7, permissionsList: [] }] },
      'No se puede comprobar que esta persona no sea usted: el servicio no indica su cuenta, y su nombre falta o es igual al suyo.',
      'neither ids, accounts nor names distinguish the target from the caller',
    ],
    ['a list that changed', { basedOn: [] }, undefined, 'permission list changed in between'],
    [
      'what one lacks',
      { wanted: ['M01'] },
      'Solo puede otorgar los permisos que usted tiene.',
      'grant of a module the caller lacks',
    ],
    [
      'charge S',
      { users: [{ ...user('7', 'D01'), charge: 'S' }] },
      'Tiene el cargo S: solo otra persona con cargo S puede cambiar sus permisos o cerrar sus sesiones.',
      'charge of the target: S',
    ],
    [
      'an unknown charge',
      { users: [{ ...user('7', 'D01'), charge: undefined }] },
      'El servicio no indica su cargo: solo alguien con cargo S puede cambiar sus permisos o cerrar sus sesiones.',
      'charge of the target: unknown',
    ],
    [
      'the last G01 of charge S',
      {
        users: [{ ...user('7', 'G01'), charge: 'S' }, user('8', 'G01')],
        wanted: [],
        caller: { ...caller, charge: 'S' },
      },
      'Debe quedar al menos una persona con el cargo S y el permiso Permisos.',
      'last G01 of charge S',
    ],
    [
      'the last G01',
      { users: [user('7', 'G01')], wanted: [] },
      'La oficina debe conservar al menos una persona con el permiso Permisos.',
      'last G01 of the office',
    ],
  ])('S27 G38: a refusal for %s gives the reason to the user and to the log', (_what, over, detail, note) => {
    const details = detail === undefined ? { note } : { detail, note };
    expect(() => applyPermissionRules(change(over))).toThrow(expect.objectContaining({ details }));
  });

  it('S27 G38: a user without a name is someone else if the ids differ', () => {
    expect(outcome({ users: [{ ...user(7, 'D01'), username: ' ' }] })).toEqual(['D01']);
    expect(outcome({ users: [{ id: 7, charge: 'O', permissionsList: [] }], wanted: ['D01'] })).toEqual(['D01']);
  });

  it('S27 S45: without ids and accounts, people are distinguished by name, and the caller’s row counts as theirs', () => {
    const documented = { ...caller, id: null, isNamed: true, charge: 'S' };
    const listed = (id: number, name: string, ...codes: string[]) => ({
      id,
      user: name,
      permissionsList: codes.map((module) => ({ module })),
    });
    const users = [listed(1, 'Gloria', 'G01'), listed(7, 'Rosa', 'G01')];
    expect(outcome({ caller: documented, users, wanted: ['D01'] })).toEqual(['D01']);
    expect(outcome({ caller: documented, users, targetId: '1' })).toBe('permission-rule');
    // The row with the caller's name is the administrator that remains.
    const others = [listed(1, 'Gloria', 'D01'), listed(7, 'Rosa', 'G01'), listed(9, 'Luz', 'G01')];
    expect(outcome({ caller: documented, users: others, wanted: ['D01'] })).toBe('permission-rule');
    expect(outcome({ caller: { ...documented, charge: 'A' }, users, wanted: ['D01'] })).toBe('permission-rule');
  });

  it('S27: does not replace a list that the host does not return', () => {
    expect(outcome({ users: [{ id: 7, charge: 'O', permissionsList: undefined }], wanted: ['D01'] })).toBe(
      'permission-rule',
    );
  });

  it.each<[charge: unknown, byA: string | string[]]>([
    ['O', ['D01', 'X9']],
    ['SA', ['D01', 'X9']],
    ['S', 'permission-rule'],
    [' s ', 'permission-rule'],
    ['', 'permission-rule'],
    ['  ', 'permission-rule'],
    [undefined, 'permission-rule'],
    [null, 'permission-rule'],
    [7, 'permission-rule'],
  ])('G38: charge A may change a user of charge %j: %j; charge S may', (charge, byA) => {
    const users = [{ ...user(7, 'D01', 'X9'), charge } as User, user('1', 'G01')];
    expect(outcome({ users })).toEqual(byA);
    expect(outcome({ users, caller: { ...caller, charge: 'S' } })).toEqual(['D01', 'X9']);
  });

  it.each<[what: string, left: User[], callersOffice: User[] | undefined, kept: boolean]>([
    ['another S', [{ ...user('8', 'G01'), charge: 'S' }], undefined, true],
    ['another S without G01', [{ ...user('8', 'D01'), charge: 'S' }, user('9', 'G01')], undefined, false],
    ['others of other charges', [user('8', 'G01'), user('9', 'G01')], undefined, false],
    ['somebody of unknown charge', [{ ...user('8', 'G01'), charge: undefined }], undefined, false],
    ['the caller', [user('1', 'G01')], undefined, true],
    ['the caller without G01', [user('1', 'D01'), user('9', 'G01')], undefined, false],
    ['the caller, in their own office', [user('9', 'G01')], [user('1', 'G01')], true],
    ['the caller without G01, in their own office', [user('9', 'G01')], [user('1')], false],
    ['a namesake of the caller', [{ ...user('9', 'G01'), username: 'gloria' }], [user('1')], false],
    ['another S of the caller’s office', [user('9', 'G01')], [{ ...user('2', 'G01'), charge: 'S' }], true],
  ])('G38: G01 of a charge S user may be revoked when it leaves %s: %#', (_what, left, callersOffice, kept) => {
    for (const charge of ['S', undefined]) {
      const users = [{ ...user(7, 'G01'), charge }, ...left];
      const over = { users, callersOffice, caller: { ...caller, charge: 'S' }, wanted: [] };
      expect(outcome(over)).toEqual(kept ? [] : 'permission-rule');
      expect(outcome({ ...over, wanted: ['G01', 'D01'] })).toEqual(['G01', 'D01']);
    }
  });

  it('S27: below charge S nobody gets a code that neither they nor the caller had', () => {
    const codes = fc.uniqueArray(fc.constantFrom<string>('D01', 'M01', 'T02', 'G01', '000', 'X9', 'Y8'));
    fc.assert(
      fc.property(codes, codes, codes, (modules, before, wanted) => {
        const after = outcome({
          caller: { ...caller, modules },
          users: [user('7', ...before), user('1', 'G01')],
          wanted,
        });
        if (Array.isArray(after))
          expect(after.every((code) => modules.includes(code) || before.includes(code))).toBe(true);
      }),
    );
  });
});
