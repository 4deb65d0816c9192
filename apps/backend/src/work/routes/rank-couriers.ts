import { type CourierRanking, MAX_ROUTED, MAX_ROUTED_COURIERS, type RankedCourier } from '@despacho/contracts/dispatch';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { courierWarnings } from '#fleet/couriers/courier-warnings.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { zonesServed } from '#fleet/couriers/zones-served.ts';
import { type Measurement, type RoutePlace } from '#fleet/distances/distances.ts';
import { travelOf } from '#fleet/distances/travel-of.ts';
import { readSettings } from '#people/offices/courier-settings.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { notFound } from '#platform/refusal.ts';
import { requireDay } from '../assignments/closing.ts';
import { closedFor } from '../days/working-days.ts';
import { type WorkServices } from '../services.ts';
import { buildProblem, onceEach, type RouteDoor } from './build-problem.ts';
import { dayOf, loadsOn, readOrders } from './read-orders.ts';
import { type Courier, type Problem, type Travel, type Weights } from './solve/problem.ts';
import { tripsOf } from './solve/trips-of.ts';
import { startsOf } from './starts-of.ts';
import { drivenAt, minuteOfDay } from './suggest-routes.ts';
import { type TimedRoute, timeRoute } from './time-route.ts';

/** A courier with more stops is left out: the work grows with their square. */
const MAX_STOPS = 300;
/** Positions of the least detour whose lateness is computed. */
const COMPARED = 8;

const costOf = ({ metres, minutes, visits }: TimedRoute, weights: Weights): number =>
  visits.reduce(
    (sum, { late }) => sum + (late > 0 ? weights.lateStop + late * weights.lateMinute : 0),
    weights.metre * metres + weights.minute * minutes,
  );

/** Inserts stops one after another where each costs least, behind what is pinned. @returns the route before and after. */
function insert(
  problem: Problem,
  courier: Courier,
  added: readonly number[],
): { before: TimedRoute; after: TimedRoute } {
  const { travel, stops, weights } = problem;
  const timed = (route: readonly number[]): TimedRoute => timeRoute(problem, courier, tripsOf(problem, courier, route));
  const legOf = (from: number | null = null, to: number | null = null): number =>
    from === null || to === null ? 0 : (travel.metres[from * travel.places + to] ?? 0);
  const first = courier.given.findLastIndex(({ isPinned }) => isPinned) + 1;
  let route = courier.given.map(({ stop }) => stop);
  const before = timed(route);
  for (const stop of added) {
    const place = stops[stop]?.place;
    const places = [courier.start, ...route.map((each) => stops[each]?.place), courier.end];
    const detourAt = (at: number): number =>
      legOf(places[at], place) + legOf(place, places[at + 1]) - legOf(places[at], places[at + 1]);
    const [best] = Array.from({ length: route.length + 1 - first }, (_, index) => first + index)
      .map((at) => ({ at, detour: detourAt(at) }))
      .toSorted((one, other) => one.detour - other.detour)
      .slice(0, COMPARED)
      .map(({ at }) => route.toSpliced(at, 0, stop))
      .map((next) => ({ next, cost: costOf(timed(next), weights) }))
      .toSorted((one, other) => one.cost - other.cost);
    if (best) route = best.next;
  }
  return { before, after: timed(route) };
}

/** @returns travel between some of the places, and the index of each among them. Nothing is computed for the others. */
function travelAmong(measurement: Measurement, whole: Travel | undefined, used: readonly number[]) {
  if (whole) return { travel: whole, indexOf: (place: number) => place };
  const among = new Map(used.map((place, index) => [place, index]));
  const places = used
    .map((place) => measurement.places[place])
    .filter((place): place is RoutePlace => place !== undefined);
  return { travel: travelOf({ ...measurement, places }), indexOf: (place: number) => among.get(place) ?? 0 };
}

/**
 * What up to 20 orders would cost each courier: they are inserted where the route grows least. No search, no thread.
 * @throws Refusal not-found for an order of another office.
 */
export async function rankCouriers(
  { db, clock, distances }: Pick<WorkServices, 'db' | 'clock' | 'distances'>,
  dispatcher: Dispatcher,
  asked: { day?: string | undefined; orders: readonly string[] },
  signal: AbortSignal,
): Promise<CourierRanking> {
  const now = clock();
  const today = officeDay(now, dispatcher);
  const orders = await readOrders(db, dispatcher, asked.orders.map(Number));
  if (orders.length < asked.orders.length) throw notFound();
  const day = dayOf(asked.day, orders, today);
  requireDay(day, today);
  const carried = { day, today };
  const listed = (await listCouriersOf(db, dispatcher, carried)).filter(({ state }) => state !== 'retirado');
  const closed = await closedFor(db, dispatcher, listed.map(({ id }) => id), { day, now }); // prettier-ignore
  const zonesAt = onceEach(await zonesServed(db, dispatcher, listed));
  const grams = orders.reduce((sum, { weight_grams }) => sum + weight_grams, 0);
  const warningsOf = (row: CourierRow) => {
    const given = orders.filter(({ courier_id }) => courier_id !== row.id);
    const after = { orders: row.orders + given.length, weightGrams: row.weightGrams + grams };
    return courierWarnings({ ...row, ...after }, given, zonesAt);
  };
  let left = MAX_ROUTED;
  const ranked = listed
    .filter(({ id, orders: count }) => !closed.has(id) && count <= MAX_STOPS)
    .map((row) => ({ row, warnings: warningsOf(row) }))
    .toSorted((one, other) => one.warnings.length - other.warnings.length)
    .slice(0, MAX_ROUTED_COURIERS)
    .filter(({ row }) => (left -= row.orders) >= 0);
  const ids = ranked.map(({ row }) => row.id);
  const loads = await loadsOn(db, dispatcher, ids, carried);
  const settings = await readSettings(db, dispatcher);
  const chosen = new Set(orders.map(({ id }) => id));
  const routes = ranked.map(({ row }) => {
    const present = (loads.get(row.id) ?? []).filter(({ id }) => !chosen.has(id));
    return { row, present, next: day === today ? present.find(({ state }) => state === 'en_ruta') : undefined };
  });
  const startOf = await startsOf(db, dispatcher, routes.map(({ row: { id }, next }) => ({ id, isOut: next !== undefined })), settings, now); // prettier-ignore
  const { doors, places, problem } = buildProblem({
    couriers: routes.map((route) => ({
      ...route,
      start: startOf(route.row.id),
      mayReceive: true,
    })),
    added: orders,
    settings,
    soonest: minuteOfDay(now, carried, dispatcher),
    takersOf: () => ids.map((_, index) => index),
    mayMove: () => false,
    isFreed: () => false,
  });
  const measurement = await distances.measure(places, {
    office: dispatcher,
    at: drivenAt(now, carried, dispatcher),
    signal,
  });
  const whole = measurement.table && travelOf(measurement);
  const isAdded = ({ orders: some }: RouteDoor): boolean => some.some(({ id }) => chosen.has(id));
  const added = [...doors.entries()].flatMap(([index, door]) => (isAdded(door) ? [index] : []));
  /** With places as in the travel of the courier who is compared. */
  const located = [...problem.stops];
  const couriers = ranked.map(({ row, warnings }, index): { courier: RankedCourier; cost: number } => {
    const courier = problem.couriers[index];
    if (!courier) throw new Error('A courier without a route');
    const stops = [...courier.given.map(({ stop }) => stop), ...added];
    const used = [courier.start, courier.end, ...stops.map((stop) => problem.stops[stop]?.place ?? null)];
    const { travel, indexOf } = travelAmong(measurement, whole, [...new Set(used.filter((place) => place !== null))]);
    const at = (place: number | null) => (place === null ? null : indexOf(place));
    for (const stop of stops) {
      const known = problem.stops[stop];
      if (known) located[stop] = { ...known, place: indexOf(known.place) };
    }
    const own = { ...courier, start: at(courier.start), end: at(courier.end) };
    const { before, after } = insert({ ...problem, travel, stops: located }, own, added);
    const lateBefore = new Map(before.visits.map(({ stop, late }) => [stop, late]));
    const late = after.visits.flatMap(({ stop, late: by }) =>
      by - (lateBefore.get(stop) ?? 0) < 0.1
        ? []
        : (doors[stop]?.orders ?? []).map(({ id, code }) => ({ id: String(id), code, minutes: Math.round(by) })),
    );
    const ranking = {
      courierId: String(row.id),
      name: row.name,
      km: Math.round((after.metres - before.metres) / 100) / 10,
      minutes: Math.round(after.minutes - before.minutes),
      late,
      warnings,
    };
    return { courier: ranking, cost: costOf(after, problem.weights) - costOf(before, problem.weights) };
  });
  couriers.sort(
    (one, other) =>
      one.courier.warnings.length - other.courier.warnings.length ||
      one.courier.late.length - other.courier.late.length ||
      one.cost - other.cost,
  );
  return {
    day,
    couriers: couriers.map((each) => each.courier),
    distances: { source: measurement.kind, hasFallenBack: measurement.fellBack },
  };
}
