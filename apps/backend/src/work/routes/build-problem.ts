import { type CourierSettings, type Point, type UnplacedWhy } from '@despacho/contracts/dispatch';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { servesWindow, servesZone, type ZonesAt } from '#fleet/couriers/courier-warnings.ts';
import { type RoutePlace, routePlace } from '#fleet/distances/distances.ts';
import { exactnessOfRow } from '#orders/order/order-row.ts';
import { groupDoors } from './group-doors.ts';
import { type RouteOrder } from './read-orders.ts';
import { ROUTE_WEIGHTS } from './route-weights.ts';
import { type Courier, type Problem, type Stop } from './solve/problem.ts';
import { type StartOfRoute } from './starts-of.ts';

export type RouteSettings = Pick<CourierSettings, 'startingPoint' | 'objective' | 'doorMinutes' | 'routeEnd'>;

/** A courier whose route is computed. */
export interface RoutedCourier {
  row: CourierRow;
  /** What the courier carries, in the order of the stops. */
  present: readonly RouteOrder[];
  /** The order that the courier is driving to. */
  next: RouteOrder | undefined;
  /** Whether `present` is the order of a preview: then the next stop stays where it is shown. */
  isShown?: boolean;
  start: StartOfRoute;
  /** Whether more orders may be assigned to the courier. */
  mayReceive: boolean;
}

interface Wanted {
  couriers: readonly RoutedCourier[];
  /** Orders that no courier of these has. */
  added: readonly RouteOrder[];
  settings: RouteSettings;
  /** When a courier can leave at the earliest, in minutes since midnight of the working day. */
  soonest: number;
  /** Indices of the couriers who may take an order, or why there are none. */
  takersOf: (order: RouteOrder) => number[] | UnplacedWhy;
  /** Whether a courier's order may go to another one. */
  mayMove: (order: RouteOrder) => boolean;
  /** Whether a person unpinned the stop that a courier is driving to. */
  isFreed: (order: RouteOrder) => boolean;
}

/** What one visit hands over. */
export interface RouteDoor {
  orders: readonly RouteOrder[];
  isPinned: boolean;
  isNext: boolean;
}

interface RouteModel {
  /** In the order of the problem's stops. */
  doors: RouteDoor[];
  places: RoutePlace[];
  problem: Omit<Problem, 'travel'>;
  /** Orders that no courier can take. */
  unplaced: { order: RouteOrder; why: UnplacedWhy }[];
}

/** How often a courier loads at most, where there is a place to load at. */
const TRIPS = 2;
/** How much more being late and being left out weigh for an urgent order. */
const URGENT = 10;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Collects places. What is known exactly is one place for all that are there. */
class Places {
  readonly list: RoutePlace[] = [];
  readonly #exact = new Map<string, number>();

  add(place: RoutePlace): number {
    const key = `${place.lat} ${place.lng}`;
    const known = place.radius === 0 ? this.#exact.get(key) : undefined;
    if (known !== undefined) return known;
    const index = this.list.push(place) - 1;
    if (place.radius === 0) this.#exact.set(key, index);
    return index;
  }

  addPoint(point: Point | null): number | null {
    return point && this.add({ lat: point.lat, lng: point.lng, radius: 0 });
  }
}

function stopOf(orders: readonly RouteOrder[], place: number, service: number, couriers: Stop['couriers']): Stop {
  const [first] = orders;
  return {
    place,
    orders: orders.length,
    grams: orders.reduce((sum, { weight_grams }) => sum + weight_grams, 0),
    service,
    from: minutesOf(first?.window_from ?? '00:00'),
    to: typeof first?.window_to === 'string' ? minutesOf(first.window_to) : Infinity,
    weight: orders.reduce((sum, { priority }) => sum + (priority === 'alta' ? URGENT : 1), 0),
    couriers,
  };
}

/** @returns the same function, which looks for the zones of each order once: many couriers are compared with it. */
export function onceEach(zonesAt: ZonesAt): ZonesAt {
  const found = new Map<Parameters<ZonesAt>[0], readonly string[]>();
  return (stop) => {
    const known = found.get(stop) ?? zonesAt(stop);
    found.set(stop, known);
    return known;
  };
}

/** @returns the same text for orders that the same couriers may take. */
export const kindOf = (order: RouteOrder, zones: readonly string[]): string =>
  [order.ubigeo, order.window_from, order.window_to, ...zones].join();

/**
 * @returns a function that returns the indices of the couriers who may take an order, or why there are none. Orders of one
 *   kind share a list: it is computed, and copied to the thread, once.
 */
export function takersAmong(couriers: readonly RoutedCourier[], zonesAt: ZonesAt): Wanted['takersOf'] {
  const find = (order: RouteOrder, zones: readonly string[]): number[] | UnplacedWhy => {
    const inZone = [...couriers.entries()].filter(
      ([, { row, mayReceive }]) => mayReceive && servesZone(row, order, zones),
    );
    if (inZone.length === 0) return 'no_zone';
    const inShift = inZone.flatMap(([index, { row }]) => (servesWindow(row, order) ? [index] : []));
    return inShift.length === 0 ? 'no_shift' : inShift;
  };
  const known = new Map<string, number[] | UnplacedWhy>();
  return (order) => {
    const zones = zonesAt(order);
    const kind = kindOf(order, zones);
    const found = known.get(kind) ?? find(order, zones);
    known.set(kind, found);
    return found;
  };
}

/** States what the solver is asked: orders of one door as one stop, and the couriers with what they carry. */
export function buildProblem({
  couriers,
  added,
  settings,
  soonest,
  takersOf: of,
  mayMove,
  isFreed,
}: Wanted): RouteModel {
  const { startingPoint, objective, doorMinutes, routeEnd } = settings;
  const [places, doors, stops]: [Places, RouteDoor[], Stop[]] = [new Places(), [], []];
  const office = places.addPoint(startingPoint);
  const addDoor = (orders: readonly RouteOrder[], takers: number[], pins: Omit<RouteDoor, 'orders'>): number => {
    const [first] = orders;
    if (!first) throw new Error('A door without orders');
    const place = places.add(routePlace(first, exactnessOfRow(first)));
    doors.push({ orders, ...pins });
    return stops.push(stopOf(orders, place, doorMinutes, takers.length === couriers.length ? null : takers)) - 1;
  };
  const problemCouriers = couriers.map(({ row, present, next, isShown, start }, index): Courier => {
    const groups = groupDoors(present);
    const at = groups.findIndex((group) => next && group.includes(next));
    // Before the parcels of its door that are not on the way.
    const driving = next && groups[at] && [next, ...groups[at].filter((order) => order !== next)];
    const others = groups.filter((_, place) => place !== at);
    // The stop that the courier is driving to comes first.
    const sorted = driving ? others.toSpliced(isShown ? at : 0, 0, driving) : groups;
    const given = sorted.map((group) => {
      const isNext = group === driving;
      const isPinned = group.some(({ pinned }) => pinned) || (isNext && !group.some(isFreed));
      const takers = group.every(mayMove) ? group.map(of) : [];
      const able = takers.flatMap((each) => (typeof each === 'string' ? [] : each));
      return {
        stop: addDoor(
          group,
          [...new Set([index, ...able])].toSorted((a, b) => a - b),
          { isPinned, isNext },
        ),
        isPinned,
      };
    });
    return {
      start: start.kind === 'office' ? office : places.addPoint(start.point),
      end: routeEnd === 'start' ? office : null,
      from: Math.max(minutesOf(row.shift_from), soonest),
      to: minutesOf(row.shift_to),
      maxOrders: row.capacity_orders,
      maxGrams: row.capacity_grams,
      trips: start.kind === 'office' ? TRIPS : 1,
      given,
      mayGiveAway: present.some(mayMove),
    };
  });
  const unplaced: RouteModel['unplaced'] = [];
  const most = {
    orders: Math.max(...couriers.map(({ row }) => row.capacity_orders)),
    grams: Math.max(...couriers.map(({ row }) => row.capacity_grams)),
  };
  // The door of all orders has the same couriers, except where a zone's border runs between two of its points.
  // Sorted, so that the same orders give the same routes in whichever order they are listed.
  const sorted = added.toSorted((one, other) => one.id - other.id);
  for (const group of groupDoors(sorted, most)) {
    const [first] = group;
    const takers = first ? of(first) : 'no_zone';
    if (typeof takers === 'string') unplaced.push(...group.map((order) => ({ order, why: takers })));
    else addDoor(group, takers, { isPinned: false, isNext: false });
  }
  const problem = { stops, couriers: problemCouriers, weights: ROUTE_WEIGHTS[objective] };
  return { doors, places: places.list, problem, unplaced };
}
