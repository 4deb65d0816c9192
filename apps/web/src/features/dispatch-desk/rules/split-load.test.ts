import { expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { anOrder } from '#test/an-order.ts';
import { emptyPlan, leaveIntent, neighboursOf, proposedAmong, splitAmong } from './split-load.ts';
import { replanned } from './plan.ts';

const NO_LOAD = { orders: 0, weightGrams: 0 };
const courier = (id: string, zones: string[], more: Parameters<typeof aCourier>[0] = {}) =>
  aCourier({ id, name: `Courier ${id}`, zones, load: NO_LOAD, shift: { from: '08:00', to: '20:00' }, ...more });
const { place } = anOrder();
const stop = (id: string, ubigeo: string) =>
  anOrder({ id, state: 'asignada', window: null, weightGrams: 100, place: { ...place, ubigeo } });

/** Miraflores, beside it San Isidro, and farther San Juan de Lurigancho. */
const [MIRAFLORES, SAN_ISIDRO, SJL] = ['150122', '150131', '150132'] as const;
const stops = [stop('1', MIRAFLORES), stop('2', MIRAFLORES), stop('3', SAN_ISIDRO)];
const near = courier('20', [MIRAFLORES], { capacityOrders: 2 });
const beside = courier('21', [SAN_ISIDRO]);
const far = courier('22', [SJL]);

it('offers couriers at work, nearest first, without the one who leaves', () => {
  const self = courier('30', [MIRAFLORES]);
  const away = courier('31', [MIRAFLORES], { state: 'ausente' });
  const closed = courier('32', [MIRAFLORES], { closed: true });
  const late = courier('33', [MIRAFLORES], { shift: { from: '20:00', to: '22:00' } });
  const timed = stops.map((each) => ({ ...each, window: { from: '09:00', to: '12:00' } }));
  const found = neighboursOf([far, self, away, closed, late, beside, near], '30', timed);
  expect(found.map(({ id }) => id)).toEqual(['20', '21', '22']);
});

it('proposes as few couriers as can take everything', () => {
  expect(proposedAmong([near, beside, far], stops).map(({ id }) => id)).toEqual(['20', '21']);
  expect(proposedAmong([far, near], stops).map(({ id }) => id)).toEqual(['22']);
  expect(proposedAmong([], stops)).toEqual([]);
});

it('gives each stop to the nearest chosen courier with room, in the order of the route', () => {
  const lines = splitAmong(emptyPlan(stops), [near, beside, far]);
  expect(lines.map(({ order, courierId }) => [order.id, courierId])).toEqual([
    ['1', '20'],
    ['2', '20'],
    ['3', '21'],
  ]);
  const alone = splitAmong(lines, [near]);
  expect(alone.map(({ courierId, why }) => [courierId, why])).toEqual([
    ['20', null],
    ['20', null],
    [null, 'not_chosen'],
  ]);
});

it('keeps what a person changed when others are chosen', () => {
  const lines = splitAmong(emptyPlan(stops), [near, beside]);
  const byHand = replanned(lines, lines.slice(0, 1), '22');
  expect(splitAmong(byHand, [beside]).map(({ courierId }) => courierId)).toEqual(['22', '21', '21']);
});

it('marks the absence before the orders are reassigned', () => {
  const { parts } = leaveIntent({ id: '30', name: 'Hugo' }, '2026-11-20', [{ courier: near, orders: stops }]);
  expect(parts.map(({ request: { id } }) => id)).toEqual(['couriers.attend', 'assignments.assign']);
  expect(leaveIntent({ id: '30', name: 'Hugo' }, '2026-11-20', []).parts).toHaveLength(1);
});
