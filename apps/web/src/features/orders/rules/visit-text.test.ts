import { type OrderChanged } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { visitText } from './visit-text.ts';

const LIMA = 'America/Lima';
const event = (some: Partial<OrderChanged>): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-20T23:20:30.000Z',
  officeId: 'LIMA',
  actor: { username: 'ana.torres', user: 'Ana Torres' },
  batch: 'b',
  what: 'entregada',
  order: { id: '1', code: 'ORD-1', version: 2 },
  before: { closedAt: null },
  after: { closedAt: '2026-11-20T19:05:00.000Z' },
  ...some,
});

it.each<[Partial<OrderChanged>, string]>([
  [{}, 'Entregada a las 14:05; registrada a las 18:20'],
  [{ what: 'no_entregada' }, 'No entregada a las 14:05; registrada a las 18:20'],
  [{ at: '2026-11-21T13:10:00.000Z' }, 'Entregada el 20 nov 2026, 14:05; registrada el 21 nov 2026, 08:10'],
  [{ what: 'corregida', before: { closedAt: '2026-11-20T19:50:00.000Z' } }, 'Hora de la visita: 14:05, no 14:50'],
  [
    { what: 'visita_aceptada', after: { state: 'entregada', closedAt: '2026-11-20T19:05:00.000Z' } },
    'Entregada a las 14:05; registrada a las 18:20',
  ],
  [{ what: 'visita_aceptada', before: { closedAt: '2026-11-20T19:50:00.000Z' } }, 'Hora de la visita: 14:05, no 14:50'],
  [
    { what: 'corregida', before: { closedAt: '2026-11-21T19:50:00.000Z' } },
    'Hora de la visita: 20 nov 2026, 14:05, no 21 nov 2026, 14:50',
  ],
])('shows the time of a visit that was recorded later: %j', (some, text) => {
  expect(visitText(event(some), LIMA)).toBe(text);
});

it.each<Partial<OrderChanged>>([
  { after: { closedAt: '2026-11-20T23:20:00.000Z' } },
  { what: 'asignada', before: {}, after: { courierId: '3' } },
  { what: 'deshecha', before: { closedAt: '2026-11-20T19:05:00.000Z' }, after: { closedAt: null } },
  { what: 'corregida', before: { closedAt: '2026-11-20T19:05:00.000Z' }, after: { closedAt: null } },
  { what: 'corregida', before: { closedAt: null } },
])('shows no time for %j', (some) => {
  expect(visitText(event(some), LIMA)).toBeNull();
});
