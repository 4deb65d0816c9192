import { type Arrival } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { arrivedText, staysOf } from './stays.ts';

/** 08:00 in Lima. */
const START = Date.UTC(2026, 10, 20, 13) / 1000;
const minute = (number: number): number => START + number * 60;
const arrival = (orderId: string, from: number, to: number): Arrival => ({
  orderId,
  courierId: '7',
  at: new Date(minute(from) * 1000).toISOString(),
  until: new Date(minute(to) * 1000).toISOString(),
  left: new Date((minute(to) + 30) * 1000).toISOString(),
});
const stop = { lat: -12.1, lng: -77, from: minute(10), to: minute(16) };
const points = [0, 20, 21, 40].map((at) => ({ at: minute(at), lat: -12 - at / 1000, lng: -77 }));

it('lists at a stop the orders of that place', () => {
  expect(staysOf([stop], [arrival('1', 9, 12), arrival('2', 11, 15), arrival('1', 13, 14)], points)).toEqual([
    { ...stop, orderIds: ['1', '2'] },
  ]);
});

it('adds stays that are too short for a stop, at their place and time in the trail', () => {
  const stays = staysOf([stop], [arrival('3', 21, 23), arrival('4', 22, 24), arrival('5', 2, 4)], points);
  expect(stays.map(({ from, lat, orderIds }) => [from, lat, orderIds])).toEqual([
    [minute(2), -12, ['5']],
    [minute(10), -12.1, []],
    [minute(21), -12.021, ['3', '4']],
  ]);
});

it('adds no stay without a trail', () => {
  expect(staysOf([], [arrival('1', 9, 12)], [])).toEqual([]);
});

it.each([
  [[], undefined],
  [['1'], 'Llegó a D1'],
  [['1', '2'], 'Llegó a D1 · D2'],
  [['1', '2', '3'], 'Llegó a D1 · D2 y 1 más'],
  [['9'], 'Llegó a una entrega'],
  [['8', '9'], 'Llegó a 2 entregas'],
  [['9', '1'], 'Llegó a D1 y 1 más'],
])('names the orders %j', (orderIds, text) => {
  expect(arrivedText({ orderIds }, (id) => (Number(id) < 5 ? `D${id}` : undefined))).toBe(text);
});
