import {
  carryDay,
  inOrder,
  instantOf,
  LOADED_STATES,
  MAX_ROUTED_COURIERS,
  type RouteFigures,
  type Suggest,
  type SuggestedPart,
  type Suggestion,
} from '@despacho/contracts/dispatch';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { courierWarnings, servesWindow, servesZone, type ZonesAt } from '#fleet/couriers/courier-warnings.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { zonesServed } from '#fleet/couriers/zones-served.ts';
import { readSettings } from '#people/offices/courier-settings.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type LoadDay } from '#platform/dispatch/load-day.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { formatNumber } from '#platform/format-number.ts';
import { invalid, notFound } from '#platform/refusal.ts';
import { requireDay } from '../assignments/closing.ts';
import { closedFor } from '../days/working-days.ts';
import { type WorkServices } from '../services.ts';
import { buildProblem, kindOf, onceEach, type RouteDoor, type RoutedCourier, takersAmong } from './build-problem.ts';
import { type ComputedRoute } from './compute-routes.ts';
import { dayOf, loadsOn, ordersInArea, readOrders, refOf, requireFew, type RouteOrder } from './read-orders.ts';
import { inRouteTurn, type RouteLimits, type RouteTurn } from './routes-in-thread.ts';
import { startsOf } from './starts-of.ts';
import { type TimedRoute } from './time-route.ts';

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** @returns the minutes of the working day that have passed; 0 for a later day. */
export function minuteOfDay(now: Date, { day, today }: LoadDay, { timeZone }: Dispatcher): number {
  return day === today ? (now.getTime() - instantOf(day, '00:00', timeZone).getTime()) / 60_000 : 0;
}

/** @returns when the routes of a day are driven: now, or at noon of a later day. */
export const drivenAt = (now: Date, { day, today }: LoadDay, { timeZone }: Dispatcher): Date =>
  day === today ? now : instantOf(day, '12:00', timeZone);

function figuresOf({ visits, metres, minutes, endsAt }: TimedRoute, doors: readonly RouteDoor[]): RouteFigures {
  const late = visits.filter(({ late: by }) => by > 0);
  return {
    km: Math.round(metres / 10) / 100,
    minutes: tenths(minutes),
    endsAt: tenths(endsAt),
    late: late.reduce((sum, { stop }) => sum + (doors[stop]?.orders.length ?? 0), 0),
    lateMinutes: tenths(late.reduce((sum, { late: by }) => sum + by, 0)),
  };
}

/** @returns a courier's part of the proposal. */
function partOf(
  { row, present, start }: RoutedCourier,
  { after, before, moves }: ComputedRoute,
  doors: readonly RouteDoor[],
  day: string,
  zonesAt: ZonesAt,
): SuggestedPart {
  const had = new Set(present);
  const ordersOf = (stop: number): readonly RouteOrder[] => doors[stop]?.orders ?? [];
  const kept = new Set(after.visits.flatMap(({ stop }) => ordersOf(stop)));
  const added = [...kept].filter((order) => !had.has(order));
  // Each trip has the courier's capacity.
  const loads = [...Map.groupBy(after.visits, ({ trip }) => trip).values()].map((visits) =>
    visits.flatMap(({ stop }) => ordersOf(stop)),
  );
  const load = {
    orders: Math.max(0, ...loads.map((orders) => orders.length)),
    weightGrams: Math.max(0, ...loads.map((orders) => orders.reduce((sum, each) => sum + each.weight_grams, 0))),
  };
  return {
    courierId: String(row.id),
    name: row.name,
    day,
    orders: added.map(refOf),
    leaving: present.filter((order) => !kept.has(order)).map(({ id }) => String(id)),
    warnings: courierWarnings({ ...row, ...load }, added, zonesAt),
    start: start.kind,
    stops: after.visits.map(({ stop, trip, arrivesAt, late }) => ({
      orders: ordersOf(stop).map(refOf),
      pinned: doors[stop]?.isPinned ?? false,
      isNext: doors[stop]?.isNext ?? false,
      trip,
      arrivesAt: tenths(arrivesAt),
      late: tenths(late),
    })),
    after: figuresOf(after, doors),
    before: before && figuresOf(before, doors),
    moves: moves.map(({ stop, why }) => ({
      ids: ordersOf(stop).map(({ id }) => String(id)),
      why: why === 'added' && ordersOf(stop).some(({ courier_id }) => courier_id !== null) ? 'from_other' : why,
    })),
  };
}

/** @returns the rows of the named couriers, in their own order. @throws Refusal not-found for one of another office or a retired one. */
function namedAmong(rows: readonly CourierRow[], ids: readonly string[]): CourierRow[] {
  const named = rows.filter(({ id, state }) => state !== 'retirado' && ids.includes(String(id)));
  if (named.length < new Set(ids).size) throw notFound();
  return named;
}

type Needed = Pick<WorkServices, 'db' | 'clock' | 'distances'>;

async function suggest(
  { db, clock, distances }: Needed,
  dispatcher: Dispatcher,
  { orders, area, couriers: named, routes: shown = [], pins = [], keep = 'assigned', ...asked }: Suggest,
  { signal, compute }: RouteTurn,
): Promise<Suggestion> {
  const now = clock();
  const today = officeDay(now, dispatcher);
  const chosen = await readOrders(db, dispatcher, orders?.map(({ id }) => Number(id)) ?? []);
  const day = dayOf(asked.day, chosen, today);
  requireDay(day, today);
  const carried = { day, today };
  const listed = await listCouriersOf(db, dispatcher, carried);
  const rows = named ? namedAmong(listed, named) : listed.filter(({ state }) => state === 'activo');
  const closed = await closedFor(db, dispatcher, rows.map(({ id }) => id), { day, now }); // prettier-ignore
  const mayReceive = ({ id, state }: CourierRow): boolean => state === 'activo' && !closed.has(id);

  const unplaced: Suggestion['unplaced'] = [];
  const inArea = area ? await ordersInArea(db, dispatcher, area, carried) : [];
  const routedIds = new Set(rows.map(({ id }) => id));
  const isPresent = ({ state, courier_id }: RouteOrder): boolean =>
    courier_id !== null && LOADED_STATES.some((each) => each === state);
  const added = [...chosen, ...inArea].filter((order) => {
    if (carryDay(order.date, today) !== day) unplaced.push({ id: String(order.id), why: 'other_day' });
    else if (order.state === 'pendiente') return true;
    else if (!isPresent(order) || keep === 'assigned') unplaced.push({ id: String(order.id), why: 'not_pending' });
    else return !routedIds.has(order.courier_id ?? 0);
    return false;
  });
  const isDistributed = orders !== undefined || area !== undefined;
  const zonesAt = onceEach(await zonesServed(db, dispatcher, rows));
  /** One order of each district, zones and window: all others like it have the same couriers. */
  const kinds = new Map(added.map((order) => [kindOf(order, zonesAt(order)), order]));
  const movable = new Set(chosen.map(({ id }) => id));
  const routed = rows.filter((row) => {
    if (named || !isDistributed) return named !== undefined || row.orders > 0;
    if (keep !== 'assigned' && row.orders > 0) return true;
    return (
      mayReceive(row) &&
      [...kinds.values()].some((each) => servesZone(row, each, zonesAt(each)) && servesWindow(row, each))
    );
  });
  if (routed.length > MAX_ROUTED_COURIERS)
    throw invalid(
      `Son ${formatNumber(routed.length)} repartidores y se calculan hasta ${MAX_ROUTED_COURIERS} a la vez; elija menos`,
    );
  const loads = await loadsOn(db, dispatcher, routed.map(({ id }) => id), carried); // prettier-ignore
  requireFew(
    [...loads.values()].reduce((sum, { length }) => sum + length, added.length),
    'con las que ya llevan',
  );

  const pinOf = new Map(pins.map(({ id, pinned }) => [Number(id), pinned]));
  const settings = await readSettings(db, dispatcher);
  const shownOf = new Map(shown.map((route) => [route.courierId, route.orders]));
  const presentOf = (row: CourierRow): RouteOrder[] =>
    inOrder(loads.get(row.id) ?? [], shownOf.get(String(row.id)) ?? [], day).map((order) => ({
      ...order,
      pinned: pinOf.get(order.id) ?? order.pinned,
    }));
  const present = routed.map(presentOf);
  // Of the saved order, as when it is accepted: in the preview a person may show others before it.
  const next = routed.map(({ id }, at) => {
    const saved = day === today ? loads.get(id)?.find(({ state }) => state === 'en_ruta') : undefined;
    return saved && present[at]?.find((order) => order.id === saved.id);
  });
  const startOf = await startsOf(db, dispatcher, routed.map(({ id }, at) => ({ id, isOut: next[at] !== undefined })), settings, now); // prettier-ignore
  const couriers = routed.map((row, at): RoutedCourier => ({
    row,
    present: present[at] ?? [],
    next: next[at],
    isShown: shownOf.has(String(row.id)),
    start: startOf(row.id),
    mayReceive: mayReceive(row),
  }));
  const model = buildProblem({
    couriers,
    added,
    settings,
    soonest: minuteOfDay(now, carried, dispatcher),
    takersOf: takersAmong(couriers, zonesAt),
    // Parcels on the way are in a vehicle: only a person who chose them moves them.
    mayMove: ({ id, state, pinned }) =>
      keep !== 'assigned' && !pinned && (movable.has(id) || (keep === 'pinned' && state !== 'en_ruta')),
    isFreed: ({ id }) => pinOf.get(id) === false,
  });
  unplaced.push(...model.unplaced.map(({ order, why }) => ({ id: String(order.id), why })));
  const measurement = await distances.measure(model.places, {
    office: dispatcher,
    at: drivenAt(now, carried, dispatcher),
    signal,
  });
  const {
    routes,
    unplaced: full,
    isCut,
  } = model.doors.length === 0
    ? { routes: [], unplaced: [], isCut: false }
    : await compute({ ...model.problem, measurement, iterations: ITERATIONS });
  for (const { id } of full.flatMap((stop) => model.doors[stop]?.orders ?? []))
    unplaced.push({ id: String(id), why: 'no_capacity' });
  const parts = couriers.flatMap((courier, at) => {
    const route = routes[at];
    const part = route && partOf(courier, route, model.doors, day, zonesAt);
    if (!part || part.stops.length + part.leaving.length === 0) return [];
    return isDistributed && part.orders.length + part.leaving.length === 0 ? [] : [part];
  });
  const { kind, fellBack } = measurement;
  return { parts, unplaced, distances: { source: kind, hasFallenBack: fellBack }, isCut };
}

/** More than a search has time for. */
const ITERATIONS = 10_000_000;

/**
 * Proposes routes for a person to review: distributes orders, or sorts the stops that couriers have. Ignores orders of other
 * offices.
 * @param signal fires when the client disconnects.
 * @throws Refusal not-found for an unknown courier or zone, invalid for too many orders or couriers, busy as `inRouteTurn`.
 */
export const suggestRoutes = (
  services: Needed,
  dispatcher: Dispatcher,
  asked: Suggest,
  signal: AbortSignal,
  limits?: RouteLimits,
): Promise<Suggestion> => inRouteTurn(dispatcher, signal, (turn) => suggest(services, dispatcher, asked, turn), limits);
