import { movedTo, type Order, type RouteStop, type Suggest, type SuggestedPart } from '@despacho/contracts/dispatch';
import { type Intent } from './action.ts';

/** What a person changed in the proposed route of one courier. */
export interface RouteEdit {
  /** First order of each stop, as they are shown. */
  order: readonly string[];
  /** Stops that are pinned, by their first order. */
  pinned: ReadonlySet<string>;
  /** Whether every stop stays where it is shown. Otherwise those that are not pinned are sorted again. */
  isHeld: boolean;
}

/** @returns the id by which a stop is known: that of its first order. */
export const stopId = ({ orders }: RouteStop): string => orders[0]?.id ?? '';

/** @returns the proposal as an edit that changes nothing. */
export const unedited = ({ stops }: SuggestedPart): RouteEdit => ({
  order: stops.map(stopId),
  pinned: new Set(stops.filter(({ pinned }) => pinned).map(stopId)),
  isHeld: false,
});

/** @returns the stop that the courier is driving to if it is pinned: it is the first one until a person unpins it. */
export const heldNext = (stops: readonly RouteStop[]): RouteStop | undefined =>
  stops.find(({ isNext, pinned }) => isNext && pinned);

/**
 * @param stops the route as it is shown.
 * @returns the edit with a stop moved to an index and pinned there; the same if the stop or the place is taken by the stop
 *   that the courier is driving to. That one is moved without a pin, which the service would refuse.
 */
export function withMoved(edit: RouteEdit, stops: readonly RouteStop[], id: string, to: number): RouteEdit {
  const next = heldNext(stops);
  if (next && stopId(next) === id) return edit;
  const order = movedTo(edit.order, id, Math.min(stops.length - 1, Math.max(next ? 1 : 0, to)));
  if (order.join() === edit.order.join()) return edit;
  const pinned = new Set(edit.pinned);
  if (!stops.some((stop) => stop.isNext && stopId(stop) === id)) pinned.add(id);
  return { order, pinned, isHeld: true };
}

/** @returns the edit with a stop pinned or unpinned. */
export function withPin(edit: RouteEdit, id: string): RouteEdit {
  const pinned = new Set(edit.pinned);
  if (!pinned.delete(id)) pinned.add(id);
  return { ...edit, pinned, isHeld: false };
}

/** @returns the stops of a part as a person arranged and pinned them. */
export function editedStops({ stops }: SuggestedPart, { order, pinned }: RouteEdit): RouteStop[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (stop: RouteStop): number => places.get(stopId(stop)) ?? order.length;
  return stops
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((stop) => ({ ...stop, pinned: pinned.has(stopId(stop)) }));
}

/** @returns the request that computes the route of one courier again after an edit. */
export function resortRequest({ courierId, day, ...part }: SuggestedPart, edit: RouteEdit): Suggest {
  const stops = editedStops({ courierId, day, ...part }, edit);
  return {
    day,
    couriers: [courierId],
    routes: [{ courierId, orders: stops.flatMap(({ orders }) => orders.map(({ id }) => id)) }],
    // Pinned, the stop that the courier is driving to would be the first one again.
    pins: stops.flatMap(({ orders, pinned, isNext }) =>
      orders.map(({ id }) => ({ id, pinned: (edit.isHeld && !isNext) || pinned })),
    ),
  };
}

/** The proposed route of a courier, and what a person changed in it. */
export interface ShownRoute {
  /** The proposal before any edit. */
  proposed: SuggestedPart;
  part: SuggestedPart;
  edit: RouteEdit;
}

/** @returns the stops whose pin a person changed, by their first order. */
function repinned({ proposed, edit }: ShownRoute): ReadonlySet<string> {
  const before = unedited(proposed).pinned;
  return new Set(edit.order.filter((id) => before.has(id) !== edit.pinned.has(id)));
}

/**
 * Whether accepting it would change anything. The moves of a route that was computed again compare it with the order that was
 * shown, not with the saved one.
 */
export const changesRoute = (route: ShownRoute): boolean =>
  route.proposed.moves.length > 0 ||
  route.edit.order.join() !== unedited(route.proposed).order.join() ||
  repinned(route).size > 0;

/** @returns the place from 1 that each stop has in the saved order of a courier's orders, by its first order. */
export function savedPlaces(
  { stops }: SuggestedPart,
  saved: readonly Pick<Order, 'id'>[],
): ReadonlyMap<string, number> {
  const stopOf = new Map(stops.flatMap((stop) => stop.orders.map(({ id }) => [id, stopId(stop)] as const)));
  const ids = new Set(saved.flatMap(({ id }) => stopOf.get(id) ?? []));
  return new Map([...ids].map((id, place) => [id, place + 1]));
}

/** Accepts routes: one request per courier, one action. */
export function routesIntent(routes: readonly ShownRoute[], codes: ReadonlyMap<string, string>): Intent {
  const [only] = routes;
  return {
    title:
      routes.length === 1 && only
        ? `Ordenar las paradas de ${only.part.name}`
        : `Ordenar las paradas de ${routes.length} repartidores`,
    parts: routes.map((route) => {
      const changed = repinned(route);
      const { courierId, day, name } = route.part;
      return {
        request: {
          id: 'assignments.route',
          courierId,
          body: {
            day,
            stops: editedStops(route.part, route.edit).flatMap((stop) =>
              stop.orders.map((order) => ({ ...order, ...(changed.has(stopId(stop)) && { pinned: stop.pinned }) })),
            ),
          },
        },
        ...(routes.length > 1 && { part: name }),
      };
    }),
    codes,
  };
}
