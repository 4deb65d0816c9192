import { type Evidence } from '@despacho/contracts/dispatch';

/** @returns a photo as the service sends it, with the given fields replaced. */
export const aPhoto = (changes: Partial<Evidence> = {}): Evidence => ({
  id: '7',
  kind: 'entrega',
  attempt: 1,
  visit: null,
  visitState: null,
  courier: { id: '3', name: 'Pedro Rojas' },
  receiver: null,
  takenAt: '2026-11-20T15:00:00Z',
  arrivedAt: '2026-11-20T15:00:05Z',
  place: null,
  width: 1600,
  height: 1200,
  bytes: 90_000,
  sha256: 'a'.repeat(64),
  sameAs: null,
  by: { username: 'ana', user: 'Ana Torres' },
  ...changes,
});
