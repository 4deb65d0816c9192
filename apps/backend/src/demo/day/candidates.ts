import { type OrderState } from '@despacho/contracts/dispatch';
import { ordersOf } from '../../orders/orders-repository.ts';
import { type OrderRow } from '../../orders/order-row.ts';
import { type Stage, todayOf } from './stage.ts';

/** Orders changed within this time are left alone: the person may be about to undo it. */
const LEFT_ALONE_MS = 60_000;

/** Enough to choose from. */
const MAX_CANDIDATES = 40;

/** Orders in a state, due up to today and earliest first, without a change in the last minute. */
export async function candidates(stage: Stage, state: OrderState): Promise<OrderRow[]> {
  const { services } = stage;
  return ordersOf(services.db, stage)
    .where('orders.state', '=', state)
    .where('orders.date', '<=', todayOf(stage))
    .where('orders.changed_at', '<', new Date(services.clock().getTime() - LEFT_ALONE_MS))
    .orderBy('orders.due_at', 'desc')
    .orderBy('orders.id')
    .limit(MAX_CANDIDATES)
    .execute();
}

/** @returns the orders of one randomly chosen courier, in stop order. */
export function ofOneCourier(rows: readonly OrderRow[], { random }: Stage): OrderRow[] {
  if (rows.length === 0) return [];
  const { courier_id } = random.pick(rows);
  return rows
    .filter((row) => row.courier_id === courier_id)
    .sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
}
