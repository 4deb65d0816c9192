import { type SessionView } from '@despacho/contracts';

/** @returns the session view of a signed-in user. */
export function aView(changes: Partial<SessionView> = {}): SessionView {
  return {
    id: '1',
    username: 'ana.torres',
    user: 'Ana Torres',
    isNamed: true,
    charge: 'S',
    sucursal: 'LIMA',
    officeId: { id: 'LIMA' },
    permissionsList: [{ module: 'M01' }, { module: '000' }],
    idleEndsAt: '2026-11-21T12:30:00.000Z',
    endsAt: '2026-11-22T00:00:00.000Z',
    ...changes,
  };
}
