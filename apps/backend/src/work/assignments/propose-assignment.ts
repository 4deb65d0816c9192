import { type UnplacedWhy } from '@despacho/contracts/dispatch';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { servesWindow, servesZone, type ZonesAt } from '#fleet/couriers/courier-warnings.ts';
import { type OrderRow } from '#orders/order/order-row.ts';

interface Proposal {
  parts: { courier: CourierRow; orders: OrderRow[] }[];
  unplaced: { order: OrderRow; why: UnplacedWhy }[];
}

/** Latest window end last; an order without a window is due at the end of the day. */
const urgency = ({ priority, due_at }: OrderRow): number => due_at.getTime() - (priority === 'alta' ? 1e15 : 0);

/** How full a courier is, by the scarcer of the two capacities: 1 is full. */
const fullness = ({ orders, weightGrams, capacity_orders, capacity_grams }: CourierRow): number =>
  Math.max(orders / capacity_orders, weightGrams / capacity_grams);

const hasRoom = (courier: CourierRow, order: OrderRow): boolean =>
  courier.orders < courier.capacity_orders && courier.weightGrams + order.weight_grams <= courier.capacity_grams;

/** How many proposed orders already go to this district. Fewer districts make a shorter route. */
const inDistrict = (orders: readonly OrderRow[], ubigeo: string): number =>
  orders.filter((order) => order.ubigeo === ubigeo).length;

/**
 * Proposes couriers for orders. Urgent orders are placed first. Among the couriers whose districts or zones, shift and capacity fit,
 * it picks the one with the most orders in the district, then the least loaded. Writes nothing and is deterministic.
 */
export function proposeAssignment(
  orders: readonly OrderRow[],
  couriers: readonly CourierRow[],
  zonesAt: ZonesAt,
): Proposal {
  const parts = couriers
    .filter(({ state }) => state === 'activo')
    .map((courier) => ({ courier: { ...courier }, orders: [] as OrderRow[] }));
  const unplaced: Proposal['unplaced'] = [];

  for (const order of orders.toSorted((one, other) => urgency(one) - urgency(other) || one.id - other.id)) {
    if (order.state !== 'pendiente') {
      unplaced.push({ order, why: 'not_pending' });
      continue;
    }
    const zones = zonesAt(order);
    const inZone = parts.filter(({ courier }) => servesZone(courier, order, zones));
    const inShift = inZone.filter(({ courier }) => servesWindow(courier, order));
    const withRoom = inShift.filter(({ courier }) => hasRoom(courier, order));
    const [best] = withRoom.toSorted(
      (one, other) =>
        inDistrict(other.orders, order.ubigeo) - inDistrict(one.orders, order.ubigeo) ||
        fullness(one.courier) - fullness(other.courier) ||
        one.courier.id - other.courier.id,
    );
    if (!best) {
      unplaced.push({
        order,
        why: inZone.length === 0 ? 'no_zone' : inShift.length === 0 ? 'no_shift' : 'no_capacity',
      });
      continue;
    }
    best.orders.push(order);
    best.courier.orders += 1;
    best.courier.weightGrams += order.weight_grams;
  }
  return { parts: parts.filter((part) => part.orders.length > 0), unplaced };
}
