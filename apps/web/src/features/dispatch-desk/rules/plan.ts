import {
  type Courier,
  type Order,
  type SuggestedPart,
  type Suggestion,
  type UnplacedWhy,
} from '@despacho/contracts/dispatch';
import { districtOf, kilometresBetween } from '#shared/districts/districts.ts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { fullness } from '#features/couriers/rules/load.ts';
import { courierFit, hasRoom, servesWindow, servesZone } from './courier-fit.ts';

/** The courier planned for one order. */
export interface PlanLine {
  order: Order;
  courierId: string | null;
  /**
   * Why the proposal left it unassigned; null if it did not, or after a manual change. `not_chosen`: nobody among the
   * chosen couriers can take it.
   */
  why: UnplacedWhy | 'not_chosen' | null;
  /** The courier of the proposal, to whom an order taken out can return. */
  proposedId: string | null;
}

/**
 * @param orders as selected. The proposal's versions take precedence, because it read them later.
 * @returns one line per order of the proposal.
 */
export function planOf({ parts, unplaced }: Suggestion, orders: readonly Order[]): PlanLine[] {
  const chosen = new Map(orders.map((order) => [order.id, order]));
  const placed = parts.flatMap(({ courierId, orders: some }) =>
    some.flatMap(({ id, version }): PlanLine[] => {
      const order = chosen.get(id);
      return order ? [{ order: { ...order, version }, courierId, why: null, proposedId: courierId }] : [];
    }),
  );
  const left = unplaced.flatMap(({ id, why }): PlanLine[] => {
    const order = chosen.get(id);
    return order ? [{ order, courierId: null, why, proposedId: null }] : [];
  });
  return [...placed, ...left];
}

/** Gives some orders of the plan to a courier, or takes them out of the plan with null. */
export function replanned(
  lines: readonly PlanLine[],
  changed: readonly PlanLine[],
  courierId: string | null,
): PlanLine[] {
  const ids = new Set(changed.map(({ order }) => order.id));
  return lines.map((line) => (ids.has(line.order.id) ? { ...line, courierId, why: null } : line));
}

/** Returns orders that were taken out to the courier of the proposal. */
export function restored(lines: readonly PlanLine[], taken: readonly PlanLine[]): PlanLine[] {
  const ids = new Set(taken.map(({ order }) => order.id));
  return lines.map((line) => (ids.has(line.order.id) ? { ...line, courierId: line.proposedId } : line));
}

/** Whether a person changed the proposal. */
export const isChanged = (lines: readonly PlanLine[]): boolean =>
  lines.some(({ courierId, proposedId }) => courierId !== proposedId);

/** @returns the couriers with the load they would have after the plan, without the orders of `except`. */
export function loadedCouriers(
  couriers: readonly Courier[],
  lines: readonly PlanLine[],
  except: readonly PlanLine[] = [],
): readonly Courier[] {
  const without = new Set(except.map(({ order }) => order.id));
  const added = Map.groupBy(
    lines.filter(({ order }) => !without.has(order.id)),
    ({ courierId }) => courierId,
  );
  return couriers.map((courier) => {
    const some = added.get(courier.id);
    if (!some) return courier;
    const weightGrams = some.reduce((sum, { order }) => sum + order.weightGrams, courier.load.weightGrams);
    return { ...courier, load: { orders: courier.load.orders + some.length, weightGrams } };
  });
}

const isActive = ({ state }: Courier): boolean => state === 'activo';

/** Chooses a courier for an order among the active ones, who have the loads of the plan so far. */
type PickCourier = (order: Order, active: readonly Courier[]) => Courier | undefined;

/**
 * Gives each order to the courier whom `pick` chooses. Orders without one stay as they are.
 * @param group orders without a courier.
 */
export const assignEach = (
  lines: readonly PlanLine[],
  group: readonly PlanLine[],
  couriers: readonly Courier[],
  pick: PickCourier,
): PlanLine[] =>
  group.reduce<PlanLine[]>(
    (plan, line) => {
      const chosen = pick(line.order, loadedCouriers(couriers, plan).filter(isActive));
      return chosen ? replanned(plan, [line], chosen.id) : plan;
    },
    [...lines],
  );

/** @returns the least loaded courier with the order's zone and shift, even beyond the capacity. */
export const leastLoaded: PickCourier = (order, active) =>
  active
    .filter((courier) => servesZone(courier, order) && servesWindow(courier, order))
    .toSorted((one, other) => fullness(one) - fullness(other))[0];

/** Kilometres between the centres of two districts beyond which they are not neighbours, even of the largest ones. */
const MAX_NEIGHBOUR_KM = 15;

/** @returns how far a courier's nearest district is from that of an order, in kilometres; 0 if the courier serves it. */
export function zoneDistance(courier: Courier, order: Order): number {
  if (servesZone(courier, order)) return 0;
  const centre = districtOf(order.place.ubigeo);
  return Math.min(...courier.zones.map((zone) => kilometresBetween(centre, districtOf(zone))));
}

/** @returns the courier on shift with room whose zones are nearest to the order's district, if any is near. */
export const neighbourOf: PickCourier = (order, active) => {
  const [nearest] = active
    .filter((courier) => servesWindow(courier, order) && hasRoom(courier, order))
    .map((courier) => ({ courier, far: zoneDistance(courier, order) }))
    .filter(({ far }) => far <= MAX_NEIGHBOUR_KM)
    .toSorted((one, other) => one.far - other.far || fullness(one.courier) - fullness(other.courier));
  return nearest?.courier;
};

export interface PlanPart {
  courier: Courier;
  lines: PlanLine[];
  fit: ReturnType<typeof courierFit>;
  /** CSS colour of its orders on the map. */
  color: string;
  /** The proposed route with exactly these orders; undefined after a manual change, until it is computed again. */
  route: SuggestedPart | undefined;
}

/** Whether a route adds exactly the orders of these lines. */
export function isRouteOf({ orders }: SuggestedPart, lines: readonly PlanLine[]): boolean {
  const ids = new Set(lines.map(({ order }) => order.id));
  return orders.length === ids.size && orders.every(({ id }) => ids.has(id));
}

/** @returns colours as light as each other, legible in both themes, of which those in sequence differ most. */
const partColor = (index: number): string => `oklch(0.58 0.15 ${Math.round(index * 137.5) % 360})`;

/**
 * @param routes proposed routes, also of other orders.
 * @returns the plan grouped by courier, in order of their names.
 */
export function planParts(
  lines: readonly PlanLine[],
  couriers: readonly Courier[],
  routes: readonly SuggestedPart[] = [],
): PlanPart[] {
  const parts = Map.groupBy(lines, ({ courierId }) => courierId);
  return couriers
    .flatMap((courier): Omit<PlanPart, 'color'>[] => {
      const some = parts.get(courier.id);
      if (!some) return [];
      const fit = courierFit(
        courier,
        some.map(({ order }) => order),
      );
      const route = routes.find((each) => each.courierId === courier.id && isRouteOf(each, some));
      return [{ courier, lines: some, fit, route }];
    })
    .toSorted((one, other) => compareNames(one.courier.name, other.courier.name))
    .map((part, index) => ({ ...part, color: partColor(index) }));
}

const districtName = ({ order: { place } }: PlanLine): string => districtOf(place.ubigeo)?.name ?? place.ubigeo;

/** Number of districts shown by name; the others are only counted. */
const NAMED_DISTRICTS = 3;

/** @returns the districts of some orders, most orders first: «Miraflores 4 · Surco 3 · 2 distritos más». */
export function districtsText(lines: readonly PlanLine[]): string {
  const counts = [...Map.groupBy(lines, districtName)]
    .map(([name, some]) => ({ name, count: some.length }))
    .toSorted((one, other) => other.count - one.count || compareNames(one.name, other.name));
  const rest = counts.length - NAMED_DISTRICTS;
  const [only] = counts;
  if (only && counts.length === 1) return only.name;
  return [
    ...counts.slice(0, NAMED_DISTRICTS).map(({ name, count }) => `${name} ${formatNumber(count)}`),
    ...(rest > 0 ? [rest === 1 ? '1 distrito más' : `${rest} distritos más`] : []),
  ].join(' · ');
}

/**
 * What can be done about a group of orders without a courier: choose somebody, give them to couriers of neighbouring
 * zones, exceed the capacity of those who serve them, return them to the proposal, or edit the couriers first.
 */
export type Remedy = 'choose' | 'widen' | 'exceed' | 'restore' | 'couriers';

export interface LeftGroup {
  key: string;
  /** Why they have no courier, as text. */
  title: string;
  lines: PlanLine[];
  remedy: Remedy;
}

function reasonOf(line: PlanLine, isAnyoneActive: boolean): Omit<LeftGroup, 'lines' | 'key'> {
  const { window } = line.order;
  switch (line.why) {
    case 'no_shift':
      return {
        title: window ? `Nadie está de turno de ${window.from} a ${window.to}` : 'Nadie está de turno',
        remedy: 'choose',
      };
    case 'not_chosen':
      return { title: 'Quienes eligió no tienen espacio o turno para ellas', remedy: 'choose' };
    case 'other_day':
      return { title: 'Ahora son de otro día', remedy: 'choose' };
    case 'no_capacity':
      return { title: 'Quienes atienden su zona ya están llenos', remedy: 'exceed' };
    case null:
      return { title: 'Las quitó usted', remedy: line.proposedId === null ? 'choose' : 'restore' };
    case 'no_zone':
    case 'not_pending':
      return isAnyoneActive
        ? { title: `Ningún repartidor activo atiende ${districtName(line)}`, remedy: 'choose' }
        : { title: 'No hay repartidores activos', remedy: 'couriers' };
  }
}

/**
 * @returns the orders that stay without a courier, grouped by reason, largest group first. Orders that are not pending
 *   are not in it: the plan does not change them.
 */
export function leftGroups(lines: readonly PlanLine[], couriers: readonly Courier[]): LeftGroup[] {
  const active = loadedCouriers(couriers, lines).filter(isActive);
  const groups = new Map<string, LeftGroup>();
  for (const line of lines) {
    if (line.courierId !== null || line.why === 'not_pending') continue;
    const reason = reasonOf(line, active.length > 0);
    const key = `${reason.remedy} ${reason.title}`;
    const known = groups.get(key);
    if (known) known.lines.push(line);
    else groups.set(key, { ...reason, key, lines: [line] });
  }
  const mayWiden = ({ why, order }: PlanLine): boolean => why === 'no_zone' && neighbourOf(order, active) !== undefined;
  return [...groups.values()]
    .map((group) => (group.lines.some(mayWiden) ? { ...group, remedy: 'widen' as const } : group))
    .toSorted((one, other) => other.lines.length - one.lines.length);
}

/** @returns how many orders the plan leaves alone, because they are no longer pending. */
export const untouchedCount = (lines: readonly PlanLine[]): number =>
  lines.filter(({ courierId, why }) => courierId === null && why === 'not_pending').length;
