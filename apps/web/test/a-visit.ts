import { type Visit } from '@despacho/contracts/dispatch';

/** @returns a visit as the service sends it, with the given fields replaced. */
export const aVisit = (changes: Partial<Visit> = {}): Visit => ({
  id: '11',
  visit: '3d1c8f5e-2b64-4f0a-8c19-6e7d5b4a3f21',
  state: 'aplicada',
  why: null,
  courier: { id: '3', name: 'Pedro Rojas' },
  attempt: 1,
  to: 'entregada',
  reason: null,
  payments: [],
  difference: null,
  at: '2026-11-20T15:00:00Z',
  doubtfulTime: false,
  deviceAt: '2026-11-20T15:00:00Z',
  clockOffsetMs: 0,
  arrivedAt: '2026-11-20T15:00:05Z',
  place: { lat: -12.1189, lng: -77.0281, accuracy: 8 },
  distance: 35,
  receiver: { name: 'Rosa Díaz', document: '•••••912', relation: 'vecino' },
  photos: [],
  corrects: false,
  ...changes,
});
