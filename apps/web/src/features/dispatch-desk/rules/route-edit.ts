import { movedTo, type RouteStop, type Suggest, type SuggestedPart } from '@despacho/contracts/dispatch';
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

/** @returns the edit with a stop moved to an index and pinned there. */
export const withMoved = (edit: RouteEdit, id: string, to: number): RouteEdit => ({
  order: movedTo(edit.order, id, to),
  pinned: new Set(edit.pinned).add(id),
  isHeld: true,
});

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
    pins: stops.flatMap(({ orders, pinned }) => orders.map(({ id }) => ({ id, pinned: edit.isHeld || pinned }))),
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

/** Whether accepting it would change anything. */
export const changesRoute = (route: ShownRoute): boolean => route.part.moves.length > 0 || repinned(route).size > 0;

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
