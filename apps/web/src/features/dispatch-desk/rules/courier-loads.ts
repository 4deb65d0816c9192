import { type Courier, LOADED_STATES, type Order } from '@despacho/contracts/dispatch';

/** An order before and after some changes. */
export interface LoadChange {
  before: Carried;
  after: Carried;
}

type Carried = Pick<Order, 'state' | 'courier' | 'weightGrams'>;

const LOADED: ReadonlySet<string> = new Set(LOADED_STATES);

/** @returns the courier who carries an order, if any. */
const carrierOf = ({ state, courier }: Carried): string | undefined => (LOADED.has(state) ? courier?.id : undefined);

/** @returns the couriers with their loads after these changes; the same list if none changes. */
export function withLoads(couriers: readonly Courier[], changes: readonly LoadChange[]): readonly Courier[] {
  const more = new Map<string, { orders: number; weightGrams: number }>();
  const add = (order: Carried, sign: 1 | -1): void => {
    const id = carrierOf(order);
    if (id === undefined) return;
    const sum = more.get(id) ?? { orders: 0, weightGrams: 0 };
    more.set(id, { orders: sum.orders + sign, weightGrams: sum.weightGrams + sign * order.weightGrams });
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  if (![...more.values()].some(({ orders, weightGrams }) => orders !== 0 || weightGrams !== 0)) return couriers;
  return couriers.map((courier) => {
    const { orders, weightGrams } = more.get(courier.id) ?? { orders: 0, weightGrams: 0 };
    if (orders === 0 && weightGrams === 0) return courier;
    const { load } = courier;
    // Never below zero: the list may have been read after a change that is applied to it again.
    return {
      ...courier,
      load: {
        orders: Math.max(0, load.orders + orders),
        weightGrams: Math.max(0, load.weightGrams + weightGrams),
      },
    };
  });
}
