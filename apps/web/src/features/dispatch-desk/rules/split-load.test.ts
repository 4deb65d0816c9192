import { expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aPart, aSuggestion } from '#test/a-suggestion.ts';
import { anOrder } from '#test/an-order.ts';
import { leaveIntent, neighboursOf, proposedAmong, splitIntent, splitLines } from './split-load.ts';

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
  expect(proposedAmong([{ ...far, load: { orders: 99, weightGrams: 0 } }, near], stops).map(({ id }) => id)).toEqual([
    '20',
  ]);
  expect(proposedAmong([], stops)).toEqual([]);
});

const proposal = aSuggestion(
  [aPart('20', [{ id: '1', version: 4 }]), aPart('21', [{ id: '3', version: 1 }])],
  [{ id: '2', why: 'no_capacity' }],
);
const holders = (lines: ReturnType<typeof splitLines>) => lines.map(({ courierId, why }) => [courierId, why]);

it('keeps the order of the route, and what nobody takes stays', () => {
  const lines = splitLines(proposal, stops, new Map());
  expect(holders(lines)).toEqual([
    ['20', null],
    [null, 'not_chosen'],
    ['21', null],
  ]);
  expect(lines[0]?.order.version).toBe(4);
  expect(holders(splitLines(undefined, stops, new Map()))).toEqual(stops.map(() => [null, 'not_chosen']));
});

it('keeps what a person changed when others are chosen', () => {
  const byHand = new Map([
    ['1', '22'],
    ['3', null],
  ]);
  expect(holders(splitLines(proposal, stops, byHand))).toEqual([
    ['22', null],
    [null, 'not_chosen'],
    [null, null],
  ]);
});

it('marks the absence before the orders are reassigned', () => {
  const { parts } = leaveIntent({ id: '30', name: 'Hugo' }, '2026-11-20', [{ courier: near, orders: stops }]);
  expect(parts.map(({ request: { id } }) => id)).toEqual(['couriers.attend', 'assignments.assign']);
  expect(leaveIntent({ id: '30', name: 'Hugo' }, '2026-11-20', []).parts).toHaveLength(1);
});

it('frees the stop that the courier was driving to for the courier who takes it', () => {
  const route = aPart('20', [{ id: '1', version: 4 }], {
    stops: aPart('20', [
      { id: '9', version: 2 },
      { id: '1', version: 4 },
    ]).stops,
    moves: [{ ids: ['1'], why: 'from_other' }],
  });
  const { parts } = splitIntent({ id: '30', name: 'Hugo' }, [{ courier: near, orders: stops.slice(0, 1), route }]);
  expect(parts[0]?.request.body).toMatchObject({
    stops: [
      { id: '9', version: 2 },
      { id: '1', version: 4, pinned: false },
    ],
  });
});
