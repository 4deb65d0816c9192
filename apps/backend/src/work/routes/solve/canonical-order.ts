import { type Courier, type Problem, type Solution } from './problem.ts';

const compare = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -Infinity);
};

/** @returns the indices in the order of their keys, and the rank of each index, equal for equal keys. */
function sortByKeys(keys: readonly (readonly number[])[]): { order: number[]; rank: number[] } {
  const sorted = keys.map((key, index) => ({ key, index })).toSorted((a, b) => compare(a.key, b.key));
  const rank = keys.map(() => 0);
  for (const [at, { key, index }] of sorted.entries()) {
    const last = sorted[at - 1];
    rank[index] = last !== undefined && compare(last.key, key) === 0 ? (rank[last.index] ?? 0) : at;
  }
  return { order: sorted.map(({ index }) => index), rank };
}

/**
 * Sorts stops and couriers by what they are, so that the order in which they are listed has no influence except between
 * equal ones.
 * @returns the sorted problem, and a function that expresses its solution in the indices of the original.
 */
export function inCanonicalOrder(problem: Problem): { sorted: Problem; restore: (solution: Solution) => Solution } {
  const { stops, couriers } = problem;
  const own = (one: Courier): number[] => [
    ...[one.start ?? -1, one.end ?? -1, one.from, one.to, one.maxOrders, one.maxGrams, one.trips],
    Number(one.mayGiveAway),
  ];
  const kinds = sortByKeys(couriers.map(own)).rank;
  const given = new Map(
    couriers.flatMap((courier, index) =>
      courier.given.map(({ stop, isPinned }, at) => [stop, [kinds[index] ?? 0, at, Number(isPinned)]] as const),
    ),
  );
  const stopKeys = stops.map(({ place, orders, grams, service, from, to, weight, couriers: takers }, index) => [
    ...[place, orders, grams, service, from, to, weight, ...(given.get(index) ?? [-1])],
    ...(takers ?? []).map((taker) => kinds[taker] ?? 0).sort((a, b) => a - b),
  ]);
  const byStop = sortByKeys(stopKeys);
  const byCourier = sortByKeys(
    couriers.map((courier) => [...own(courier), ...courier.given.map(({ stop }) => byStop.rank[stop] ?? 0)]),
  );
  const newStop = new Map(byStop.order.map((old, index) => [old, index]));
  const newCourier = new Map(byCourier.order.map((old, index) => [old, index]));
  const sorted = {
    ...problem,
    stops: byStop.order
      .flatMap((old) => stops[old] ?? [])
      .map((stop) => ({
        ...stop,
        couriers: stop.couriers?.flatMap((taker) => newCourier.get(taker) ?? []) ?? null,
      })),
    couriers: byCourier.order
      .flatMap((old) => couriers[old] ?? [])
      .map((courier) => ({
        ...courier,
        given: courier.given.map((one) => ({ ...one, stop: newStop.get(one.stop) ?? 0 })),
      })),
  };
  const restore = (solution: Solution): Solution => {
    const old = (some: readonly number[]): number[] => some.flatMap((stop) => byStop.order[stop] ?? []);
    const trips = couriers.map((_, index) => (solution.trips[newCourier.get(index) ?? 0] ?? []).map(old));
    return { ...solution, trips, unplaced: old(solution.unplaced).sort((a, b) => a - b) };
  };
  return { sorted, restore };
}
