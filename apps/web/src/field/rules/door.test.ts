import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { type Stop } from '../offline/types.ts';
import { doorsOf, othersAtDoor, parcelsText, totalsOf } from './door.ts';

const { place } = aStop();
const idsOf = (stops: readonly Stop[] = []): string[] => stops.map(({ id }) => id);

it('groups the orders that one visit delivers, and no others', () => {
  const second = aStop({ id: '2', place: { ...place, address: 'AV. LARCO 345' } });
  const stops = [
    aStop({ id: '1' }),
    second,
    aStop({ id: '3', recipient: { name: 'Ana Luna', phone: null } }),
    aStop({ id: '4', place: { ...place, lat: place.lat + 0.01 } }),
    aStop({ id: '5', state: 'entregada' }),
    aStop({ id: '6', state: 'asignada', notLoaded: true }),
    aStop({ id: '7', state: 'asignada' }),
  ];
  const doors = doorsOf(stops);
  expect(stops.map(({ id }) => idsOf(doors.get(id)))).toEqual([
    ['1', '2', '7'],
    ['1', '2', '7'],
    ['3'],
    ['4'],
    [],
    ['6'],
    ['1', '2', '7'],
  ]);
  expect(idsOf(othersAtDoor(second, stops))).toEqual(['1', '7']);
});

it('keeps the other orders of a stop that left the route', () => {
  expect(idsOf(othersAtDoor(aStop({ id: '9' }), [aStop({ id: '1' })]))).toEqual(['1']);
});

it('sums up a door', () => {
  const totals = totalsOf([aStop({ packages: 1, collectDue: 4550 }), aStop({ packages: 2, collectDue: 4550 })]);
  expect(totals).toEqual({ orders: 2, packages: 3, collectDue: 9100 });
  expect(parcelsText(totals)).toBe('3 paquetes en 2 órdenes');
  expect(totalsOf([aStop(), aStop({ collectDue: 100 })]).collectDue).toBe(100);
  expect(parcelsText(totalsOf([aStop()]))).toBe('1 paquete');
  expect(totalsOf([aStop()]).collectDue).toBeNull();
});
