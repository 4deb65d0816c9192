import { carryDay, type Courier, LOADED_STATES, type Order } from '@despacho/contracts/dispatch';
import { type LoadDay } from '../../orders/api/stops-query.ts';

/** An order before and after some changes. */
export interface LoadChange {
  before: Carried;
  after: Carried;
}

type Carried = Pick<Order, 'state' | 'courier' | 'weightGrams' | 'date'>;

const LOADED: ReadonlySet<string> = new Set(LOADED_STATES);

/** An addition to a courier's load; negative numbers take away. */
interface Addition {
  courierId: string;
  orders: number;
  weightGrams: number;
}

/** @returns the couriers with these additions to their loads; the same list if none changes. */
export function addLoads(couriers: readonly Courier[], additions: readonly Addition[]): readonly Courier[] {
  const more = new Map<string, Courier['load']>();
  for (const { courierId, orders, weightGrams } of additions) {
    const sum = more.get(courierId) ?? { orders: 0, weightGrams: 0 };
    more.set(courierId, { orders: sum.orders + orders, weightGrams: sum.weightGrams + weightGrams });
  }
  for (const [id, { orders, weightGrams }] of more) if (orders === 0 && weightGrams === 0) more.delete(id);
  if (more.size === 0) return couriers;
  return couriers.map((courier) => {
    const { load } = courier;
    const added = more.get(courier.id);
    if (!added) return courier;
    // Never below zero: the list may have been read after a change that is applied to it again.
    const orders = Math.max(0, load.orders + added.orders);
    const weightGrams = Math.max(0, load.weightGrams + added.weightGrams);
    return { ...courier, load: { orders, weightGrams } };
  });
}

/** @returns what an order adds to the load that its courier carries on a day, if anything. */
const loadOf = ({ state, courier, weightGrams, date }: Carried, sign: 1 | -1, { day, today }: LoadDay): Addition[] =>
  courier && LOADED.has(state) && carryDay(date, today) === day
    ? [{ courierId: courier.id, orders: sign, weightGrams: sign * weightGrams }]
    : [];

/** @returns the couriers with their loads of a day after these changes; the same list if none changes. */
export const withLoads = (
  couriers: readonly Courier[],
  changes: readonly LoadChange[],
  load: LoadDay,
): readonly Courier[] =>
  addLoads(
    couriers,
    changes.flatMap(({ before, after }) => [...loadOf(before, -1, load), ...loadOf(after, 1, load)]),
  );
