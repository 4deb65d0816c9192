import { type OrderState } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { courierPace, endOf } from './day-figures.ts';
import { type DayRow } from './day-rows.ts';

const NOW = new Date('2026-11-20T17:00:00Z');
const MINUTE = 60_000;

const row = (state: OrderState, minutesAgo: number | null = null): DayRow => ({
  state,
  dueAt: NOW,
  closedAt: minutesAgo === null ? null : new Date(NOW.getTime() - minutesAgo * MINUTE),
  courierId: '1',
  clientId: null,
  clientName: '',
  ubigeo: '150122',
  reason: null,
  collectDue: null,
  payments: [],
  promisedFrom: null,
  promisedTo: null,
  promisedHour: null,
});

/** Closings, the oldest `from` minutes ago, one each `step` minutes. */
const closings = (count: number, from: number, step: number): DayRow[] =>
  Array.from({ length: count }, (_, n) => row(n % 5 === 0 ? 'no_entregada' : 'entregada', from - n * step));

const open = (count: number): DayRow[] => Array.from({ length: count }, () => row('en_ruta'));

const minutesTo = (at: string | null | undefined): number | null =>
  at === null || at === undefined ? null : Math.round((Date.parse(at) - NOW.getTime()) / MINUTE);

it('has no pace before 20 closings, and no end without open orders', () => {
  expect(endOf([...closings(19, 100, 5), ...open(5)], NOW)).toBe(null);
  expect(endOf(closings(25, 100, 4), NOW)).toBe(null);
});

it('divides the open orders by the pace of two hours, plus or minus its square root', () => {
  // 25 in 100 minutes: 30 open orders need 120 minutes, 100 at 30, and 150 at 20 closings.
  const end = endOf([...closings(25, 100, 4), ...open(30)], NOW);
  expect([minutesTo(end?.from), minutesTo(end?.to), end?.perHour]).toEqual([100, 150, 15]);
});

it('notices that the pace dropped, and has no end while nothing is closed', () => {
  const morning = closings(60, 400, 2);
  expect(endOf([...morning, ...open(30)], NOW)).toBe(null);
  const slow = endOf([...morning, row('entregada', 60), ...open(30)], NOW);
  expect([minutesTo(slow?.from), slow?.to]).toEqual([24 * 60, null]);
});

it('calculates the end of a courier from the pace since the first closing', () => {
  for (const few of [1, 2])
    expect(courierPace([...closings(few, 60, 30), ...open(3)], NOW)).toEqual({ perHour: null, end: null });
  const { perHour, end } = courierPace([...closings(5, 120, 25), ...open(3)], NOW);
  expect([perHour, minutesTo(end)]).toEqual([2, 90]);
});
