import { type OrderMap } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { mapOrdersOf } from './map-order.ts';

const map: OrderMap = {
  id: ['1', '2'],
  code: ['LIM-1', 'LIM-2'],
  version: [1, 3],
  state: ['pendiente', 'asignada'],
  recipient: ['Elena Rojas', 'Hugo Ruiz'],
  ubigeo: ['150122', '150101'],
  lat: [-12.12, -12.05],
  lng: [-77.03, -77.04],
  approximate: [true, false],
  date: ['2026-11-20', '2026-11-21'],
  window: [null, { from: '09:00', to: '11:00' }],
  dueAt: ['2026-11-21T05:00:00.000Z', '2026-11-21T16:00:00.000Z'],
  weightGrams: [1200, 500],
  courierId: [null, '30'],
  sequence: [null, 4],
  sequenceDay: [null, '2026-11-22'],
  couriers: [{ id: '30', name: 'Juana' }],
  next: null,
};

it('reads the columns as orders', () => {
  expect(mapOrdersOf(map)).toEqual([
    {
      ...{ id: '1', code: 'LIM-1', version: 1, state: 'pendiente', recipient: { name: 'Elena Rojas' } },
      place: { ubigeo: '150122', lat: -12.12, lng: -77.03, approximate: true },
      ...{ date: '2026-11-20', window: null, dueAt: '2026-11-21T05:00:00.000Z' },
      ...{ weightGrams: 1200, courier: null, sequence: null },
    },
    {
      ...{ id: '2', code: 'LIM-2', version: 3, state: 'asignada', recipient: { name: 'Hugo Ruiz' } },
      place: { ubigeo: '150101', lat: -12.05, lng: -77.04, approximate: false },
      ...{ date: '2026-11-21', window: { from: '09:00', to: '11:00' }, dueAt: '2026-11-21T16:00:00.000Z' },
      ...{ weightGrams: 500, courier: { id: '30', name: 'Juana' }, sequence: 4, sequenceDay: '2026-11-22' },
    },
  ]);
});

it('rejects columns of different lengths', () => {
  expect(() => mapOrdersOf({ ...map, lat: [-12.12] })).toThrow(TypeError);
});
