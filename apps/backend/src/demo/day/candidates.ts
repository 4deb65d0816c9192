import { LOADED_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { ordersOf } from '../../orders/orders-repository.ts';
import { type OrderRow } from '../../orders/order-row.ts';
import { listConnected } from '../../phones/phones-repository.ts';
import { type Stage, todayOf } from './stage.ts';

/** Orders changed within this time are left alone: the person may be about to undo it. */
const LEFT_ALONE_MS = 60_000;

/** Enough to choose from. */
const MAX_CANDIDATES = 40;

/**
 * Orders in a state, due up to today and earliest first, without a change in the last minute. A courier with a connected
 * phone works with that phone, so none of the courier's open orders is among them.
 */
export async function candidates(stage: Stage, state: OrderState): Promise<OrderRow[]> {
  const { services } = stage;
  const isLoaded = LOADED_STATES.some((loaded) => loaded === state);
  const connected = isLoaded ? await listConnected(services.db, stage, services.clock()) : [];
  return ordersOf(services.db, stage)
    .where('orders.state', '=', state)
    .$if(connected.length > 0, (query) => query.where('orders.courier_id', 'not in', connected))
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
