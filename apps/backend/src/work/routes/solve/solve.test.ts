import fc from 'fast-check';
import { expect, test } from 'vitest';
import { improveOne } from './one-courier.ts';
import { type Courier, type Problem, type Solution, type Stop, type Weights } from './problem.ts';
import { createRandom } from './random.ts';
import { NONE, type Route } from './route.ts';
import { Routes } from './routes.ts';
import { solve } from './solve.ts';
import { tripsOf } from './trips-of.ts';

const CASES = { numRuns: 1000 };
const OPTIONS = { seed: 7, iterations: 30 };

const small = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

/** Legs of any length, shorter by a detour too, and not the same in both directions. */
const travels = (places: number): fc.Arbitrary<Problem['travel']> =>
  fc.array(small(30), { minLength: 2 * places * places, maxLength: 2 * places * places }).map((legs) => ({
    places,
    metres: Float64Array.from(legs.slice(0, places * places)),
    minutes: Float64Array.from(legs.slice(places * places)),
  }));

const weightsOf: fc.Arbitrary<Weights> = fc.record({
  metre: small(3),
  minute: small(3),
  lateMinute: small(5),
  lateStop: small(50),
  courier: small(40),
  squaredOrders: small(2),
  unplaced: fc.constantFrom(10, 1000, 100_000),
});

/** What each test changes: fewer kinds of limits make a property of the others meaningful. */
interface Kind {
  isFree?: boolean;
  areWindowsPast?: boolean;
  isOnePlace?: boolean;
}

function problems({ isFree = false, areWindowsPast = false, isOnePlace = false }: Kind = {}): fc.Arbitrary<Problem> {
  return fc
    .record({ places: fc.integer({ min: 2, max: 8 }), couriers: fc.integer({ min: 1, max: 3 }) })
    .chain((sizes) => {
      const place = isOnePlace ? fc.constant(1) : small(sizes.places - 1);
      const stop: fc.Arbitrary<Stop> = fc
        .record({
          ...{ place, orders: fc.integer({ min: 1, max: 3 }), grams: small(9), service: small(5), from: small(60) },
          ...{ length: fc.constantFrom(5, 30, Infinity), weight: fc.integer({ min: 1, max: 3 }) },
          couriers: fc.option(fc.uniqueArray(small(sizes.couriers - 1)), { nil: null }),
        })
        .map(({ length, ...one }) =>
          areWindowsPast
            ? { ...one, from: -2, to: -1 }
            : { ...one, to: one.from + length, couriers: isFree ? null : one.couriers },
        );
      const courier = fc.record({
        start: fc.option(small(sizes.places - 1), { nil: null }),
        end: fc.option(small(sizes.places - 1), { nil: null }),
        ...{ from: small(20), to: fc.constantFrom(40, 100, Infinity), maxOrders: fc.integer({ min: 1, max: 9 }) },
        ...{
          maxGrams: fc.integer({ min: 5, max: 30 }),
          trips: fc.integer({ min: 1, max: 3 }),
          mayGiveAway: fc.boolean(),
        },
      });
      return fc
        .record({
          travel: travels(sizes.places),
          stops: fc.array(stop, { maxLength: 9 }),
          couriers: fc.array(courier, { minLength: sizes.couriers, maxLength: sizes.couriers }),
          owners: fc.array(fc.record({ owner: small(3), isPinned: fc.boolean() }), { minLength: 9, maxLength: 9 }),
          weights: weightsOf,
        })
        .map(({ owners, couriers, ...rest }) => ({
          ...rest,
          // The first stops belong to couriers; owner 3, or one that does not exist, leaves a stop free.
          couriers: couriers.map((one, index) => ({
            ...one,
            trips: one.start === null ? 1 : one.trips,
            given: isFree
              ? []
              : rest.stops.flatMap((_, number) =>
                  owners[number]?.owner === index ? [{ stop: number, isPinned: owners[number].isPinned }] : [],
                ),
          })),
        }));
    });
}

const hasGiven = ({ given }: Courier, stop: number): boolean => given.some((one) => one.stop === stop);
const stopOf = ({ stops }: Problem, index: number): Stop => {
  const stop = stops[index];
  if (stop === undefined) throw new RangeError(`no stop ${index}`);
  return stop;
};
const flatTrips = (problem: Problem, { trips }: Solution): { courier: Courier; index: number; trip: number[] }[] =>
  problem.couriers.flatMap((courier, index) => (trips[index] ?? []).map((trip) => ({ courier, index, trip })));

/**
 * The definition of the cost, for one courier. The search computes it in increments.
 * @param trips the stops of each trip, in order; without any, the courier stays at home and costs nothing.
 */
function routeCost({ travel, stops, weights }: Problem, courier: Courier, trips: readonly number[][]): number {
  if (trips.length === 0) return 0;
  let [place, time, metres, orders, late] = [courier.start, courier.from, 0, 0, 0];
  const go = (to: number | null): void => {
    if (to === null) return;
    const leg = place === null ? -1 : place * travel.places + to;
    metres += travel.metres[leg] ?? 0;
    time += travel.minutes[leg] ?? 0;
    place = to;
  };
  for (const [index, trip] of trips.entries()) {
    if (index > 0) go(courier.start);
    for (const stop of trip.flatMap((one) => stops[one] ?? [])) {
      go(stop.place);
      if (time > stop.to) late += stop.weight * (weights.lateMinute * (time - stop.to) + weights.lateStop);
      time = Math.max(time, stop.from) + stop.service;
      orders += stop.orders;
    }
  }
  go(courier.end);
  late += weights.lateMinute * Math.max(0, time - courier.to);
  const work = weights.metre * metres + weights.minute * (time - courier.from);
  return weights.courier + work + late + weights.squaredOrders * orders ** 2;
}

/** @returns the cost of a whole solution: that of its routes, and of the stops in none of them. */
function solutionCost(problem: Problem, trips: readonly number[][][], unplaced: readonly number[]): number {
  const routes = problem.couriers.map((courier, index) => routeCost(problem, courier, trips[index] ?? []));
  const left = unplaced.map((stop) => problem.weights.unplaced * (problem.stops[stop]?.weight ?? 0));
  return [...routes, ...left].reduce((sum, one) => sum + one, 0);
}

/** Every promise about a solution that holds for all problems. */
function expectSound(problem: Problem, solution: Solution): void {
  const all = [...solution.trips.flat(2), ...solution.unplaced];
  expect(all.toSorted((a, b) => a - b)).toEqual([...problem.stops.keys()]);
  expect(solution.cost).toBeCloseTo(solutionCost(problem, solution.trips, solution.unplaced), 6);
  for (const { courier, index, trip } of flatTrips(problem, solution)) {
    const sum = (of: 'orders' | 'grams'): number => trip.reduce((total, stop) => total + stopOf(problem, stop)[of], 0);
    const isWithin = sum('orders') <= courier.maxOrders && sum('grams') <= courier.maxGrams;
    expect(trip.length > 0 && (isWithin || trip.every((stop) => hasGiven(courier, stop)))).toBe(true);
    for (const stop of trip)
      expect(hasGiven(courier, stop) || (stopOf(problem, stop).couriers?.includes(index) ?? true)).toBe(true);
  }
  for (const [index, { given, mayGiveAway, trips }] of problem.couriers.entries()) {
    expect(solution.trips[index]?.length).toBeLessThanOrEqual(trips);
    const route = solution.trips[index]?.flat() ?? [];
    const pinned = new Set(given.flatMap(({ stop, isPinned }) => (isPinned ? [stop] : [])));
    for (const [at, { stop, isPinned }] of given.entries()) {
      if (isPinned || !mayGiveAway) expect(route).toContain(stop);
      if (!isPinned) continue;
      const position = route.indexOf(stop);
      // Earlier only if every stop behind it is pinned too: there is nothing to fill the gap with.
      if (position < at) expect(route.slice(position).every((one) => pinned.has(one))).toBe(true);
      else expect(position).toBe(at);
    }
  }
}

/** The order that the couriers have, in as few trips as capacity requires. */
function givenCost(problem: Problem): number {
  const trips = problem.couriers.map((courier) => tripsOf(problem, courier));
  const placed = new Set(trips.flat(2));
  return solutionCost(problem, trips, [...problem.stops.keys()].filter((stop) => !placed.has(stop))); // prettier-ignore
}

test('keeps every promise for any problem, and costs at most as much as the given orders', () => {
  fc.assert(
    fc.property(problems(), small(1000), (problem, seed) => {
      const solution = solve(problem, { seed, iterations: 30 });
      expectSound(problem, solution);
      expect(solution.cost).toBeLessThanOrEqual(givenCost(problem) + 1e-6);
      expect(solution.isCut).toBe(false);
      expect(solve(problem, { seed, iterations: 30 })).toEqual(solution);
    }),
    CASES,
  );
});

test('solves days on which every window is past, and stops at a single place', () => {
  fc.assert(
    fc.property(fc.oneof(problems({ areWindowsPast: true }), problems({ isOnePlace: true })), (problem) => {
      expectSound(problem, solve(problem, OPTIONS));
    }),
    CASES,
  );
});

test('ends when the clock says so, with a sound solution', () => {
  fc.assert(
    fc.property(problems(), small(5), (problem, readings) => {
      let left = readings;
      const solution = solve(problem, { seed: 1, iterations: 100_000, timeSpent: () => (left-- > 0 ? 0 : 1) });
      expectSound(problem, solution);
      expect(solution.iterations).toBeLessThanOrEqual(8 * (readings + 1));
      if (problem.stops.length > 0 && solution.iterations > 0) expect(solution.isCut).toBe(true);
    }),
    CASES,
  );
});

/** Expects a change of a route to cost what was computed for it, and the route what its stops cost. */
function expectChange(all: Routes, route: Route, nodes: readonly number[], change: number): void {
  const { problem } = all;
  const [courier = COURIER, before] = [problem.couriers[route.index], all.tripsOf(route.index)];
  all.set(route, nodes);
  const after = routeCost(problem, courier, all.tripsOf(route.index));
  expect(after - routeCost(problem, courier, before)).toBeCloseTo(change, 6);
  if (route.cost !== Infinity) expect(route.cost).toBeCloseTo(after, 6);
}

test('evaluates an insertion as the difference that it makes', () => {
  fc.assert(
    fc.property(problems(), fc.nat(), fc.nat(), fc.boolean(), (problem, one, other, opensTrip) => {
      const all = new Routes(problem);
      const free = [...problem.stops.keys()].filter((stop) => all.courierOf[stop] === NONE);
      const [stop, route] = [free[one % free.length], all.routes[other % all.routes.length]];
      if (stop === undefined || !route) return;
      const at = one % (route.nodes.length + 1);
      const window = opensTrip && route.mayOpenTrip(stop, at) ? [all.home, stop] : [stop];
      const change = route.insertionCost(stop, at, window, Infinity);
      expectChange(all, route, route.nodes.toSpliced(at, 0, ...window), change);
    }),
    CASES,
  );
});

test('evaluates another order of some stops as the difference that it makes', () => {
  fc.assert(
    fc.property(problems(), fc.nat(), fc.nat(), (problem, one, other) => {
      const all = new Routes(problem);
      for (const route of all.routes) {
        const [first, last] = [one, other].map((at) => at % (route.nodes.length + 1)).toSorted((a, b) => a - b);
        const window = route.nodes.slice(first, last).reverse();
        if (window.length === 0 || window[0] === all.home || window.at(-1) === all.home) continue;
        const change = route.change(first ?? 0, last ?? 0, window, Infinity);
        expectChange(all, route, route.nodes.toSpliced(first ?? 0, window.length, ...window), change);
      }
    }),
    CASES,
  );
});

test('improves the order of one courier, behind the pinned stops', () => {
  fc.assert(
    fc.property(problems({ isFree: true }), small(3), small(100), (problem, pinned, seed) => {
      const given = [...problem.stops.keys()].map((stop) => ({ stop, isPinned: stop < pinned }));
      const courier = { ...COURIER, ...problem.couriers[0], trips: 1, given };
      const all = new Routes({ ...problem, couriers: [courier] });
      const [route] = all.routes;
      if (!route) return;
      let left = 30;
      const before = route.cost;
      improveOne(all, route, createRandom(seed), () => (left-- > 0 ? 0 : 1));
      expect(route.cost).toBeCloseTo(routeCost(problem, courier, all.tripsOf(0)), 6);
      expect(route.cost).toBeLessThanOrEqual(before);
      expect(route.nodes.slice(0, pinned)).toEqual(given.slice(0, pinned).map(({ stop }) => stop));
      expect(route.nodes.toSorted((a, b) => a - b)).toEqual([...problem.stops.keys()]);
    }),
    CASES,
  );
});

const line = (points: readonly number[]): Problem['travel'] => {
  const legs = Float64Array.from(points.flatMap((from) => points.map((to) => Math.abs(from - to))));
  return { places: points.length, metres: legs, minutes: legs };
};
const STOP: Stop = { place: 1, orders: 1, grams: 0, service: 0, from: 0, to: Infinity, weight: 1, couriers: null };
const COURIER: Courier = {
  ...{ start: 0, end: 0, from: 0, to: Infinity, maxOrders: 9, maxGrams: 9, trips: 1, given: [], mayGiveAway: true },
};
const WEIGHTS: Weights = {
  ...{ metre: 1, minute: 0, lateMinute: 10, lateStop: 100, courier: 0, squaredOrders: 0, unplaced: 1000 },
};

test('returns to the start between two trips', () => {
  const stops = [1, 2, 3, 4].map((place) => ({ ...STOP, place }));
  const problem = {
    travel: line([0, 10, 11, -10, -11]),
    ...{ stops, couriers: [{ ...COURIER, maxOrders: 2, trips: 2 }], weights: WEIGHTS },
  };
  const { trips, cost } = solve(problem, OPTIONS);
  expect(trips[0]?.map((trip) => trip.toSorted())).toEqual(expect.arrayContaining([[0, 1], [2, 3]])); // prettier-ignore
  expect(cost).toBe(44);
  expect(routeCost(problem, { ...COURIER, trips: 2 }, [[0], [1]])).toBe(42);
});

test('orders a long route of one courier, with the pinned stop first and the urgent window kept', () => {
  const places = Array.from({ length: 30 }, (_, index) => index + 1);
  const stops = places.map((place) => ({ ...STOP, place, to: place === 30 ? 40 : Infinity }));
  const given = places.map((place) => ({ stop: (place * 7) % 30, isPinned: place === 1 }));
  const courier = { ...COURIER, end: null, maxOrders: 30, mayGiveAway: false, given };
  const problem = { travel: line([0, ...places]), stops, couriers: [courier], weights: WEIGHTS };
  const { trips, cost } = solve(problem, { seed: 1, iterations: 3000 });
  expect(trips[0]?.[0]?.[0]).toBe(7);
  expect(cost).toBe(59);
});

test('stops inserting when time is up, and keeps the given orders', () => {
  const places = Array.from({ length: 40 }, (_, index) => index + 1);
  const stops = places.map((place) => ({ ...STOP, place }));
  const given = [20, 0].map((stop) => ({ stop, isPinned: true }));
  const problem = { travel: line([0, ...places]), stops, couriers: [{ ...COURIER, maxOrders: 40, given }], weights: WEIGHTS }; // prettier-ignore
  const { trips, unplaced, iterations, isCut } = solve(problem, { ...OPTIONS, timeSpent: () => 1 });
  expect(trips[0]?.[0]?.slice(0, 2)).toEqual([20, 0]);
  expect(unplaced.length).toBeGreaterThan(30);
  expect([iterations, isCut]).toEqual([0, true]);
});

test('leaves out what no courier has room for, the least urgent', () => {
  const stops = Array.from({ length: 40 }, (_, index) => ({ ...STOP, weight: index < 3 ? 2 : 1 }));
  const problem = { travel: line([0, 1]), stops, couriers: [{ ...COURIER, maxOrders: 5 }], weights: WEIGHTS };
  const solution = solve(problem, OPTIONS);
  expectSound(problem, solution);
  expect(solution.unplaced).toHaveLength(35);
  expect(solution.trips[0]?.[0]).toEqual(expect.arrayContaining([0, 1, 2]));
});

test('fills a courier before the next goes out, or shares evenly, as the weights say', () => {
  const stops = [1, 2, 3, 4].map((place) => ({ ...STOP, place }));
  const problem = { travel: line([0, 5, -5, 6, -6]), stops, couriers: [COURIER, COURIER] };
  const sizes = (weights: Weights): number[] =>
    solve({ ...problem, weights }, { seed: 1, iterations: 300 }).trips.map((trips) => trips.flat().length);
  expect(sizes({ ...WEIGHTS, courier: 100 }).toSorted()).toEqual([0, 4]);
  expect(sizes({ ...WEIGHTS, squaredOrders: 100 })).toEqual([2, 2]);
});
