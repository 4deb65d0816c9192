import { describe, expect, it } from 'vitest';
import { columnLock, isSelf, mayEndSessions, rowLock } from './locks.ts';

const me = {
  id: '7',
  username: 'eva.rojas',
  charge: 'A',
  officeId: { id: 'LIMA' },
  permissionsList: [{ module: 'G01' }, { module: 'M01' }],
};

describe('locks', () => {
  it("locks the user's own row, whether ids are numbers or strings", () => {
    expect(rowLock(me, { id: 7, permissionsList: [] }, 'LIMA')).toBe('self');
    expect(rowLock(me, { id: '8', charge: 'O', permissionsList: [] }, 'LIMA')).toBeNull();
  });

  it("finds the user's own row by account and office if it has no id", () => {
    const nameless = { ...me, id: null };
    expect(isSelf(nameless, { id: 1, username: 'Eva.Rojas' }, 'LIMA')).toBe(true);
    expect(isSelf(nameless, { id: 1, username: 'eva.rojas' }, 'AREQUIPA')).toBe(false);
    expect(isSelf(nameless, { id: 1 }, 'LIMA')).toBe(false);
  });

  it('locks a row without a permission list', () => {
    expect(rowLock(me, { id: 8, charge: 'O' }, 'LIMA')).toBe('unreported');
    expect(rowLock({ ...me, charge: 'S' }, { id: 8 }, 'LIMA')).toBe('unreported');
  });

  it.each([
    ['O', null, true],
    ['S', 'charge-s', false],
    [' s', 'charge-s', false],
    ['', 'charge-unknown', false],
    [undefined, 'charge-unknown', false],
  ] as const)('G38: for charge %j, the row is locked to charge A: %j', (charge, lock, ends) => {
    const user = { id: '8', charge, permissionsList: [] };
    expect(rowLock(me, user, 'LIMA')).toBe(lock);
    expect(mayEndSessions(lock)).toBe(ends);
    expect(rowLock({ ...me, charge: 'S' }, user, 'LIMA')).toBeNull();
  });

  it("G38: forbids ending the user's own sessions; allows it for users without a list", () => {
    expect(mayEndSessions('self')).toBe(false);
    expect(mayEndSessions('unreported')).toBe(true);
  });

  it('allows only modules one holds, except for charge S', () => {
    expect(columnLock(me, 'M01')).toBeNull();
    expect(columnLock(me, 'U01')).toBe('not-held');
    expect(columnLock({ ...me, charge: 'S' }, 'U01')).toBeNull();
  });
});
