import { type FieldReview, type FieldRoute } from '@despacho/contracts/dispatch';
import { type OwnVisit, type QueueItem, type Stop } from '#field/offline/types.ts';

/** @returns a stop as the courier's page shows it, with the given fields replaced. */
export const aStop = (some: Partial<Stop> = {}): Stop => ({
  id: '1',
  code: 'ORD-1',
  version: 3,
  state: 'en_ruta',
  attempt: 1,
  sequence: 1,
  client: 'Boticas Aurora',
  recipient: { name: 'Elena Rojas', phone: '987654321' },
  place: {
    address: 'Av. Larco 345',
    reference: 'Portón verde',
    district: 'Miraflores',
    lat: -12.119,
    lng: -77.028,
    approximate: false,
  },
  window: { from: '09:00', to: '11:00' },
  dueAt: '2026-11-20T16:00:00.000Z',
  packages: 1,
  collectDue: null,
  note: null,
  courierNote: null,
  priority: 'normal',
  reason: null,
  closedAt: null,
  own: null,
  ...some,
});

/** @returns a visit that this phone recorded. */
export const anOwnVisit = ({ draft, ...some }: Partial<OwnVisit> = {}): OwnVisit => ({
  id: 'v1',
  draft: {
    order: { id: '1', code: 'ORD-1', attempt: 1, version: 3 },
    to: 'entregada',
    receiver: { name: 'Elena Rojas', relation: 'titular' },
    ...draft,
  },
  photos: ['entrega'],
  at: '2026-11-20T15:00:00.000Z',
  state: 'waiting',
  problem: null,
  inReview: false,
  ...some,
});

/** @returns a visit that the office decides about. */
export const aFieldReview = (some: Partial<FieldReview>): FieldReview => ({
  visit: 'v9',
  order: { id: '9', code: 'ORD-9' },
  address: 'Av. Larco 345',
  to: 'entregada',
  payments: [],
  at: '2026-11-20T15:00:00.000Z',
  state: 'pendiente',
  why: 'La orden ya era de otro repartidor',
  decidedWhy: null,
  ...some,
});

/** @returns a courier's day as the service returns it. */
export const aDay = (stops: readonly Stop[], some: Partial<FieldRoute> = {}): FieldRoute => ({
  now: '2026-11-20T15:00:00.000Z',
  day: '2026-11-20',
  startedAt: null,
  end: null,
  stops: [...stops],
  reasons: [
    { code: 'ausente', name: 'Destinatario ausente' },
    { code: 'rechazado', name: 'Rechazado por el destinatario' },
  ],
  office: { phone: null, whatsapp: 'Hola, {destinatario}: soy {repartidor}, con {codigo}. {otra}' },
  requires: { delivered: ['entrega'], failed: [] },
  ...some,
});

/** @returns something that the phone still has to send. */
export const aQueueItem = (some: Partial<QueueItem> = {}): QueueItem => ({
  id: 'q1',
  kind: 'visit',
  what: 'entrega',
  code: 'ORD-1',
  state: 'waiting',
  sent: 0,
  bytes: 0,
  problem: null,
  ...some,
});
