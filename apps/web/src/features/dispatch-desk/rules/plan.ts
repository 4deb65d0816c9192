import { type Courier, type Order, type Suggestion, type UnplacedWhy } from '@despacho/contracts/dispatch';
import { districtOf } from '../../../shared/districts/districts.ts';
import { compareNames } from '../../../shared/fields/compare-names.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';
import { fullness } from '../../couriers/rules/load.ts';
import { courierFit, type Fit, servesWindow, servesZone } from './courier-fit.ts';

/** The courier planned for one order. */
export interface PlanLine {
  order: Order;
  courierId: string | null;
  /** Why the proposal left it unassigned; null if it did not, or after a manual change. */
  why: UnplacedWhy | null;
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

/** @returns the couriers with the load they would have after the plan, without the orders of `except`. */
export function loadedCouriers(
  couriers: readonly Courier[],
  lines: readonly PlanLine[],
  except: readonly PlanLine[] = [],
): Courier[] {
  const without = new Set(except.map(({ order }) => order.id));
  const added = new Map<string, { orders: number; weightGrams: number }>();
  for (const { order, courierId } of lines) {
    if (courierId === null || without.has(order.id)) continue;
    const load = added.get(courierId) ?? { orders: 0, weightGrams: 0 };
    added.set(courierId, { orders: load.orders + 1, weightGrams: load.weightGrams + order.weightGrams });
  }
  return couriers.map((courier) => {
    const more = added.get(courier.id);
    if (!more) return courier;
    const { orders, weightGrams } = courier.load;
    return { ...courier, load: { orders: orders + more.orders, weightGrams: weightGrams + more.weightGrams } };
  });
}

/**
 * Gives each order to the active courier with its zone and shift who is then the least loaded, even beyond the
 * capacity. Orders that nobody serves stay as they are.
 */
export function spreadOver(
  lines: readonly PlanLine[],
  group: readonly PlanLine[],
  couriers: readonly Courier[],
): PlanLine[] {
  let plan: PlanLine[] = [...lines];
  const loaded = loadedCouriers(couriers, lines, group)
    .filter(({ state }) => state === 'activo')
    .map((courier) => ({ ...courier }));
  for (const line of group) {
    const suited = loaded.filter((courier) => servesZone(courier, line.order) && servesWindow(courier, line.order));
    const [first] = suited.toSorted((one, other) => fullness(one) - fullness(other));
    if (!first) continue;
    first.load = { orders: first.load.orders + 1, weightGrams: first.load.weightGrams + line.order.weightGrams };
    plan = replanned(plan, [line], first.id);
  }
  return plan;
}

export interface PlanPart {
  courier: Courier;
  lines: PlanLine[];
  fit: Fit;
}

/** @returns the plan grouped by courier, in order of their names. */
export function planParts(lines: readonly PlanLine[], couriers: readonly Courier[]): PlanPart[] {
  const parts = Map.groupBy(lines, ({ courierId }) => courierId);
  return couriers
    .flatMap((courier): PlanPart[] => {
      const some = parts.get(courier.id);
      if (!some) return [];
      const fit = courierFit(
        courier,
        some.map(({ order }) => order),
      );
      return [{ courier, lines: some, fit }];
    })
    .toSorted((one, other) => compareNames(one.courier.name, other.courier.name));
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
 * What can be done about a group of orders without a courier: choose somebody, exceed the capacity of those who serve
 * them, return them to the proposal, or edit the couriers first.
 */
export type Remedy = 'choose' | 'exceed' | 'restore' | 'couriers';

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
  const isAnyoneActive = couriers.some(({ state }) => state === 'activo');
  const groups = new Map<string, LeftGroup>();
  for (const line of lines) {
    if (line.courierId !== null || line.why === 'not_pending') continue;
    const reason = reasonOf(line, isAnyoneActive);
    const key = `${reason.remedy} ${reason.title}`;
    const known = groups.get(key);
    if (known) known.lines.push(line);
    else groups.set(key, { ...reason, key, lines: [line] });
  }
  return [...groups.values()].toSorted((one, other) => other.lines.length - one.lines.length);
}

/** @returns how many orders the plan leaves alone, because they are no longer pending. */
export const untouchedCount = (lines: readonly PlanLine[]): number =>
  lines.filter(({ courierId, why }) => courierId === null && why === 'not_pending').length;
