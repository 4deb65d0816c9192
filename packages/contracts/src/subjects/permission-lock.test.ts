import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearsNameOf, hasComparableAccount, identityOf, permissionLock } from './permission-lock.ts';

/** The caller in a credentials call that sends only documented fields. */
const documented = { id: null, username: 'eva.rojas', user: 'Eva Rojas', isNamed: true, charge: 'S' };
const known = { ...documented, id: '7', charge: 'A' };
const list = { permissionsList: [] };

describe('identityOf', () => {
  it('compares ids as numbers or strings', () => {
    expect(identityOf(known, { id: 7 })).toBe('self');
    expect(identityOf(known, { id: '8' })).toBe('other');
  });

  it.each(['eva.rojas', 'EVA.ROJAS', ' Eva.Rojas', 'éva.rojas'])(
    'compares accounts as people type them: %j',
    (username) => {
      expect(identityOf(documented, { id: 1, username, user: 'Otra' })).toBe('self');
      expect(identityOf(known, { id: 1, username })).toBe('self');
    },
  );

  it.each([
    ['Luz Paz', 'other'],
    ['Eva Rojas', 'maybe-self'],
    [' EVA  ROJAS ', 'maybe-self'],
    ['Éva Rójas', 'maybe-self'],
    ['eva.rojas', 'maybe-self'],
    ['', 'maybe-self'],
    ['  ', 'maybe-self'],
    [undefined, 'maybe-self'],
  ])('S45: without id and account, the display name %j says %s', (user, identity) => {
    expect(identityOf(documented, { id: 1, user })).toBe(identity);
    expect(identityOf(documented, { id: 1, user, username: ' ' })).toBe(identity);
  });

  it('S45: a caller whose name the host does not state cannot be compared by name', () => {
    expect(identityOf({ ...documented, isNamed: false }, { id: 1, user: 'Luz Paz' })).toBe('maybe-self');
    expect(identityOf({ ...documented, isNamed: undefined }, { id: 1, user: 'Luz Paz' })).toBe('maybe-self');
  });

  it('S45: a user with the caller’s id, account or name is never another person', () => {
    const text = fc.constantFrom('eva', 'Eva', ' EVA ', 'luz', '', undefined);
    const caller = fc.record({
      id: fc.constantFrom(null, '1', '2'),
      username: fc.constantFrom('eva', 'luz'),
      user: fc.constantFrom('eva', 'Luz'),
      isNamed: fc.boolean(),
      charge: fc.constant('S'),
    });
    const listed = fc.record({ id: fc.constantFrom<string | number>(1, '1', 2), username: text, user: text });
    fc.assert(
      fc.property(caller, listed, (me, user) => {
        if (identityOf(me, user) !== 'other') return;
        expect(String(user.id)).not.toBe(me.id);
        expect((user.username ?? '').trim().toLowerCase()).not.toBe(me.username);
        if (!hasComparableAccount(me, user)) expect(bearsNameOf(me, user)).toBe(false);
      }),
    );
  });
});

describe('permissionLock', () => {
  it('S27 S45: with only documented fields, charge S may change people of another name', () => {
    expect(permissionLock(documented, { id: 2, user: 'Luz Paz', ...list })).toBeNull();
    expect(permissionLock(documented, { id: 1, user: 'Eva Rojas', ...list })).toBe('maybe-self');
    expect(permissionLock({ ...documented, charge: 'A' }, { id: 2, user: 'Luz Paz', ...list })).toBe('charge-unknown');
  });

  it.each([
    ['O', null],
    ['SA', null],
    ['S', 'charge-s'],
    [' s', 'charge-s'],
    ['', 'charge-unknown'],
    [undefined, 'charge-unknown'],
  ] as const)('G38: for charge %j, the row is locked to charge A: %j', (charge, lock) => {
    const user = { id: '8', charge, ...list };
    expect(permissionLock(known, user)).toBe(lock);
    expect(permissionLock({ ...known, charge: 'S' }, user)).toBeNull();
  });

  it('S27: locks one’s own row, and a row without a permission list or with an id that cannot be in a path', () => {
    expect(permissionLock(known, { id: 7, ...list })).toBe('self');
    expect(permissionLock(known, { id: 8, charge: 'O' })).toBe('unreported');
    expect(permissionLock(known, { id: 'a/b', charge: 'O', ...list })).toBe('no-path');
  });
});
