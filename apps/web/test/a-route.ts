import { type FieldStop } from '@despacho/contracts/dispatch';
import { type Route, type Session } from '../src/field/offline/types.ts';

/** @returns a stop of a courier's route. */
export const aStop = (changes: Partial<FieldStop> = {}): FieldStop => ({
  id: '1',
  code: 'LIM-1',
  version: 3,
  state: 'en_ruta',
  attempt: 1,
  sequence: 1,
  client: 'Farmacias del Sur',
  recipient: { name: 'Rosa Huamán', phone: '987654321' },
  place: { address: 'Jr. Unión 123', reference: null, district: 'Breña', lat: -12.05, lng: -77.04, approximate: false },
  window: null,
  dueAt: '2026-11-23T23:00:00.000Z',
  packages: 1,
  collectDue: null,
  note: null,
  courierNote: null,
  priority: 'normal',
  reason: null,
  closedAt: null,
  ...changes,
});

/** @returns the route of a day. */
export const aRoute = (stops: readonly FieldStop[], changes: Partial<Route> = {}): Route => ({
  now: '2026-11-23T15:00:00.000Z',
  day: '2026-11-23',
  startedAt: null,
  end: null,
  stops: [...stops],
  reasons: [{ code: 'ausente', name: 'No había nadie' }],
  office: { phone: null, whatsapp: 'Hola {destinatario}' },
  requires: { delivered: ['entrega'], failed: [] },
  ...changes,
});

/** @returns the session of a courier's phone. */
export const aSession = (changes: Partial<Session> = {}): Session => ({
  courier: 'Ana Torres',
  courierId: '7',
  office: 'Lima',
  timeZone: 'America/Lima',
  device: 'Chrome en Android',
  connectedAt: '2026-11-23T12:00:00.000Z',
  endsAt: '2026-12-23T12:00:00.000Z',
  now: '2026-11-23T15:00:00.000Z',
  ...changes,
});
