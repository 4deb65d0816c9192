import { type UnplacedWhy } from '@despacho/contracts/dispatch';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { servesWindow, servesZone, type ZonesAt } from '#fleet/couriers/courier-warnings.ts';
import { type OrderRow } from '#orders/order/order-row.ts';

interface Proposal {
  parts: Pick<Part, 'courier' | 'orders'>[];
  unplaced: { order: OrderRow; why: UnplacedWhy }[];
}

/** Latest window end last; an order without a window is due at the end of the day. */
const urgency = ({ priority, due_at }: OrderRow): number => due_at.getTime() - (priority === 'alta' ? 1e15 : 0);

/** How full a courier is, by the scarcer of the two capacities: 1 is full. */
const fullness = ({ orders, weightGrams, capacity_orders, capacity_grams }: CourierRow): number =>
  Math.max(orders / capacity_orders, weightGrams / capacity_grams);

const hasRoom = (courier: CourierRow, order: OrderRow): boolean =>
  courier.orders < courier.capacity_orders && courier.weightGrams + order.weight_grams <= courier.capacity_grams;

interface Part {
  courier: CourierRow;
  orders: OrderRow[];
  /** Number of proposed orders per district. */
  districts: Map<string, number>;
}

/** More than any distance: for couriers whose earlier stops are unknown. */
const FAR = 1e9;

/** Squared degrees from an order to the nearest proposed order of a part. */
function distance({ orders }: Part, { lat, lng }: OrderRow): number {
  if (orders.length === 0) return FAR;
  return Math.min(...orders.map((each) => (each.lat - lat) ** 2 + (each.lng - lng) ** 2));
}

/** Adds an order to a part (1), or removes it (-1). */
function shift(part: Part, order: OrderRow, by: 1 | -1): void {
  if (by === 1) part.orders.push(order);
  else part.orders.splice(part.orders.indexOf(order), 1);
  part.courier.orders += by;
  part.courier.weightGrams += by * order.weight_grams;
  part.districts.set(order.ubigeo, (part.districts.get(order.ubigeo) ?? 0) + by);
}

/**
 * @returns the best of the parts for an order: most orders in its district, then couriers who go out anyway, nearest first,
 *   then the least loaded.
 */
function bestOf(parts: readonly Part[], order: OrderRow): Part | undefined {
  const [best] = parts
    .map((part) => {
      const goesOut = part.courier.orders > 0;
      const inDistrict = part.districts.get(order.ubigeo) ?? 0;
      return { part, goesOut, inDistrict, full: fullness(part.courier), far: distance(part, order) };
    })
    .toSorted(
      (one, other) =>
        other.inDistrict - one.inDistrict ||
        Number(other.goesOut) - Number(one.goesOut) ||
        one.far - other.far ||
        one.full - other.full ||
        one.part.courier.id - other.part.courier.id,
    );
  return best?.part;
}

/**
 * Empties the parts of couriers who had nothing before, smallest first, where others who go out can take all their orders.
 * @param fitsOf whether a courier may take an order: zone, shift and room.
 */
function joinParts(parts: readonly Part[], fitsOf: (order: OrderRow) => (part: Part) => boolean): void {
  const small = parts
    .filter(({ courier, orders }) => orders.length > 0 && orders.length === courier.orders)
    .toSorted((one, other) => one.orders.length - other.orders.length || other.courier.id - one.courier.id);
  for (const from of small) {
    const moved: { order: OrderRow; to: Part }[] = [];
    const orders = [...from.orders];
    for (const order of orders) {
      const fits = fitsOf(order);
      const to = bestOf(
        parts.filter((part) => part !== from && part.courier.orders > 0 && fits(part)),
        order,
      );
      if (!to) break;
      shift(to, order, 1);
      moved.push({ order, to });
    }
    if (moved.length === orders.length) for (const order of orders) shift(from, order, -1);
    else for (const { order, to } of moved) shift(to, order, -1);
  }
}

/**
 * Proposes couriers for orders. Urgent orders are placed first. Among the couriers whose districts or zones, shift and
 * capacity fit, it fills those with a route before it adds another (`bestOf`). Writes nothing and is deterministic.
 */
export function proposeAssignment(
  orders: readonly OrderRow[],
  couriers: readonly CourierRow[],
  zonesAt: ZonesAt,
): Proposal {
  const parts = couriers
    .filter(({ state }) => state === 'activo')
    .map((courier): Part => ({ courier: { ...courier }, orders: [], districts: new Map() }));
  const unplaced: Proposal['unplaced'] = [];

  for (const order of orders.toSorted((one, other) => urgency(one) - urgency(other) || one.id - other.id)) {
    if (order.state !== 'pendiente') {
      unplaced.push({ order, why: 'not_pending' });
      continue;
    }
    const zones = zonesAt(order);
    const inZone = parts.filter(({ courier }) => servesZone(courier, order, zones));
    const inShift = inZone.filter(({ courier }) => servesWindow(courier, order));
    const best = bestOf(
      inShift.filter(({ courier }) => hasRoom(courier, order)),
      order,
    );
    if (best) shift(best, order, 1);
    else
      unplaced.push({
        order,
        why: inZone.length === 0 ? 'no_zone' : inShift.length === 0 ? 'no_shift' : 'no_capacity',
      });
  }
  joinParts(parts, (order) => {
    const zones = zonesAt(order);
    return ({ courier }) =>
      servesZone(courier, order, zones) && servesWindow(courier, order) && hasRoom(courier, order);
  });
  return { parts: parts.filter((part) => part.orders.length > 0), unplaced };
}
