import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { orderWhere } from './order-where.ts';

const NOW = Date.parse('2026-11-20T19:00:00Z');
const MARIA = { id: '7', name: 'María Flores' };
const exact = { ...anOrder().place, approximate: false };

const open = ['11', '12', '13'].map((id) => anOrder({ id, state: 'en_ruta', courier: MARIA, place: exact }));
const done = [anOrder({ id: '10', state: 'entregada', courier: MARIA })];

const where = (order: ReturnType<typeof anOrder>, more: Partial<Parameters<typeof orderWhere>[1]> = {}) =>
  orderWhere(order, {
    route: { done, open },
    lastSeen: 'última señal hace 2 min',
    now: NOW,
    timeZone: 'America/Lima',
    district: 'Miraflores',
    isMisplaced: false,
    ...more,
  });

it.each([
  [0, 'Parada 2 de 4, es la siguiente'],
  [1, 'Parada 3 de 4, 1 antes'],
  [2, 'Parada 4 de 4, 2 antes'],
])('says stop, courier, stops before it and last sign of life: %s', (index, title) => {
  expect(where(open[index] ?? anOrder())).toEqual({
    title,
    text: 'María Flores · última señal hace 2 min',
    when: 'Prometida hoy, 9:00–11:00',
    place: undefined,
  });
});

it('shows the courier until the route is loaded', () => {
  expect(where(open[0] ?? anOrder(), { route: undefined })).toMatchObject({
    title: 'La lleva María Flores',
    text: 'última señal hace 2 min',
  });
});

it.each([
  [{ state: 'pendiente' } as const, 'Nadie la lleva', 'Asígnela para que salga a ruta.'],
  [
    { state: 'entregada', courier: MARIA, closedAt: '2026-11-20T18:05:00.000Z' } as const,
    'Entregada hoy a las 13:05',
    'La llevó María Flores.',
  ],
  [
    { state: 'no_entregada', courier: MARIA, closedAt: '2026-11-18T18:05:00.000Z' } as const,
    'No entregada el 18 nov 2026, 13:05',
    'La llevó María Flores.',
  ],
  [{ state: 'anulada' } as const, 'Anulada', 'Ya no está en ruta.'],
])('shows the state of an order that nobody is carrying', (order, title, text) => {
  const when = order.state === 'pendiente' ? 'Prometida hoy, 9:00–11:00' : undefined;
  expect(where(anOrder({ ...order, place: exact }))).toEqual({ title, text, when, place: undefined });
});

it.each([
  // Each ten minutes, the last one at 14:00: stops at 14:10, 14:20 and 14:30.
  ['14:00', 0, '14:10', 'Prometida hoy, 9:00–11:00'],
  ['14:00', 2, '14:18', 'Prometida hoy, 9:00–11:00 · va con 12 min de retraso'],
  ['14:25', 0, '14:18', 'Prometida hoy, 9:00–11:00 · va con 7 min de retraso'],
  ['14:00', 1, '12:00', 'Prometida hoy, 9:00–11:00 · va con 2 h 20 min de retraso'],
])('says at %s how late stop %s will be that was due at %s', (now, index, due, when) => {
  const visits = ['13:40', '13:50', '14:00'].map((time, each) =>
    anOrder({ id: `9${each}`, state: 'entregada', closedAt: `2026-11-20T${time}:00-05:00` }),
  );
  const order = { ...(open[index] ?? anOrder()), dueAt: `2026-11-20T${due}:00-05:00` };
  const known = { now: Date.parse(`2026-11-20T${now}:00-05:00`) };
  expect(where(order, { ...known, route: { done: visits, open } }).when).toBe(when);
  // Two visits give no pace, and an order left from another day was not promised for today.
  expect(where(order, { ...known, route: { done: visits.slice(1), open } }).when).not.toContain('retraso');
  const old = { ...order, date: '2026-11-18' };
  expect(where(old, { ...known, route: { done: visits, open } }).when).toBe('Prometida 18 nov, 9:00–11:00');
});

it('reports a place that is inexact or seems wrong', () => {
  expect(where(anOrder()).place).toBe('Sin ubicación exacta: el mapa muestra el centro de Miraflores.');
  const exactness = { degree: 'calle', source: 'interpolada', radius: 1000 } as const;
  expect(where(anOrder({ place: { ...anOrder().place, exactness } })).place).toBe(
    'Sin ubicación exacta: Calle, a menos de 1 km: entre puertas conocidas.',
  );
  expect(where(anOrder({ place: exact }), { isMisplaced: true }).place).toBe(
    'Su ubicación parece equivocada: está lejos de Miraflores.',
  );
});
