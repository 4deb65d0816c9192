import { permissionLock } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { columnLock, mayEndSessions } from './locks.ts';

const me = {
  id: '7',
  username: 'eva.rojas',
  user: 'Eva Rojas',
  isNamed: true,
  charge: 'A',
  permissionsList: [{ module: 'G01' }, { module: 'M01' }],
};

describe('locks', () => {
  it.each([
    ['O', true],
    ['S', false],
    [undefined, false],
  ] as const)('G38: charge A may end the sessions of charge %j: %j; charge S may', (charge, ends) => {
    const user = { id: '8', charge, permissionsList: [] };
    expect(mayEndSessions(me, user, permissionLock(me, user))).toBe(ends);
    const s = { ...me, charge: 'S' };
    expect(mayEndSessions(s, user, permissionLock(s, user))).toBe(true);
  });

  it("G38: forbids ending the user's own sessions; allows it for users without a list", () => {
    const user = { id: '8', charge: 'O' };
    expect(mayEndSessions(me, user, 'self')).toBe(false);
    expect(mayEndSessions(me, user, 'maybe-self')).toBe(false);
    expect(mayEndSessions(me, user, 'unreported')).toBe(true);
  });

  it('does not offer to end sessions that cannot be found by the host’s data', () => {
    const user = { id: '8', user: 'Luz', charge: 'O', permissionsList: [] };
    expect(mayEndSessions({ ...me, id: null, charge: 'S' }, user, null)).toBe(false);
    expect(mayEndSessions({ ...me, id: null, charge: 'S' }, { ...user, username: 'luz' }, null)).toBe(true);
  });

  it('allows only modules one holds, except for charge S', () => {
    expect(columnLock(me, 'M01')).toBeNull();
    expect(columnLock(me, 'U01')).toBe('not-held');
    expect(columnLock({ ...me, charge: 'S' }, 'U01')).toBeNull();
  });
});
