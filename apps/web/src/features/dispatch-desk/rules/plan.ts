import { type Courier, type Order, type Suggestion, UNPLACED, type UnplacedWhy } from '@despacho/contracts/dispatch';
import { formatKilograms } from '../../couriers/rules/load.ts';
import { courierFit, type Fit } from './courier-fit.ts';

/** The courier planned for one order. */
export interface PlanLine {
  order: Order;
  courierId: string | null;
  /** Why the proposal left it unassigned; null if it did not, or after a manual change. */
  why: UnplacedWhy | null;
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
      return order ? [{ order: { ...order, version }, courierId, why: null }] : [];
    }),
  );
  const left = unplaced.flatMap(({ id, why }): PlanLine[] => {
    const order = chosen.get(id);
    return order ? [{ order, courierId: null, why }] : [];
  });
  return [...placed, ...left];
}

/** Changes the courier of one order manually. */
export const replanned = (lines: readonly PlanLine[], id: string, courierId: string | null): PlanLine[] =>
  lines.map((line) => (line.order.id === id ? { ...line, courierId, why: null } : line));

/** Why an order stays unassigned, as text. */
export const leftOutText = ({ why }: PlanLine): string => (why === null ? 'La dejó usted sin asignar' : UNPLACED[why]);

export interface PlanPart {
  courier: Courier;
  lines: PlanLine[];
  fit: Fit;
}

/** @returns the plan grouped by courier, in order of first appearance. */
export function planParts(lines: readonly PlanLine[], couriers: readonly Courier[]): PlanPart[] {
  const known = new Map(couriers.map((courier) => [courier.id, courier]));
  const parts = new Map<string, PlanLine[]>();
  for (const line of lines)
    if (line.courierId !== null) parts.set(line.courierId, [...(parts.get(line.courierId) ?? []), line]);
  return [...parts].flatMap(([id, some]) => {
    const courier = known.get(id);
    return courier
      ? [
          {
            courier,
            lines: some,
            fit: courierFit(
              courier,
              some.map(({ order }) => order),
            ),
          },
        ]
      : [];
  });
}

/** @returns why a courier fits the plan (zone, shift, remaining capacity); empty with any warning. */
export function suitsText({ courier, fit, lines }: PlanPart): string {
  if (fit.warnings.length > 0) return '';
  const districts = new Set(lines.map(({ order }) => order.place.ubigeo)).size;
  const zone =
    courier.zones.length === 0
      ? 'Va a todos los distritos'
      : districts === 1
        ? 'Atiende su distrito'
        : `Atiende sus ${districts} distritos`;
  const room = courier.capacityOrders - fit.orders;
  const kilograms = formatKilograms(courier.capacityGrams - fit.weightGrams);
  return `${zone}, está de turno en sus horarios y le queda lugar para ${room} más (${kilograms})`;
}
