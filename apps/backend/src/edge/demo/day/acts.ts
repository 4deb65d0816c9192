import { type OrderRef, type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { changeState } from '#work/assignments/change-state.ts';
import { rankCouriers } from '#work/routes/rank-couriers.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { systemIn } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { type OrderRow } from '#orders/order/order-row.ts';
import { ordersOf } from '#orders/order/orders-repository.ts';
import { type Random } from '../random.ts';
import { arrivingOrder, type Stage } from './arriving-order.ts';

/**
 * Performs one action of an office through the same function as a person's request. @returns false if there was nothing
 * to act on.
 */
type Act = (stage: Stage) => Promise<boolean>;

/** Orders changed within this time are skipped: the person may be about to undo it. */
const UNTOUCHED_MS = 60_000;
/** Enough to choose from. */
const MAX_CANDIDATES = 40;
/** Pending orders that are never assigned, as work for viewers of the demonstration. */
const LEFT_PENDING = 12;
const MAX_ASSIGNED = 3;

const NEVER = new AbortController().signal;

const refs = (rows: readonly OrderRow[]): OrderRef[] => rows.map(({ id, version }) => ({ id: String(id), version }));

/** An idempotency key; never repeated within the demonstration. */
const nextKey = (random: Random): string => `demo-${random.next().toString(36).slice(2)}-${random.between(0, 2 ** 30)}`;

/** @returns orders in a state, due up to today and earliest first, without a change in the last minute. */
function candidates(stage: Stage, state: OrderState): Promise<OrderRow[]> {
  const now = stage.services.clock();
  return ordersOf(stage.services.db, stage)
    .where('orders.state', '=', state)
    .where('orders.date', '<=', officeDay(now, stage))
    .where('orders.changed_at', '<', new Date(now.getTime() - UNTOUCHED_MS))
    .orderBy('orders.due_at', 'desc')
    .orderBy('orders.id')
    .limit(MAX_CANDIDATES)
    .execute();
}

/** @returns whether the office's couriers could carry all its open orders, so that they do not pile up without phones. */
async function hasRoom({ services: { db }, ...office }: Stage): Promise<boolean> {
  const { rows } = await sql<{ isLess: boolean | null }>`
    select (select coalesce(sum(orders), 0) from order_tallies
      where ${inOffice(office)} and state in ('pendiente', 'asignada', 'en_ruta'))
      < (select sum(capacity_orders) from couriers where ${inOffice(office)} and state = 'activo') as "isLess"`.execute(
    db,
  );
  return rows[0]?.isLess === true;
}

const arrive: Act = async (stage) => {
  if (!(await hasRoom(stage))) return false;
  await createOrder(stage.services, systemIn(stage), nextKey(stage.random), await arrivingOrder(stage));
  return true;
};

const assign: Act = async (stage) => {
  const { services, random } = stage;
  const pending = await candidates(stage, 'pendiente');
  if (pending.length <= LEFT_PENDING) return false;
  const first = random.pick(pending);
  const near = pending.filter(({ ubigeo }) => ubigeo === first.ubigeo).slice(0, random.between(1, MAX_ASSIGNED));
  const by = systemIn(stage);
  const { couriers: ranked } = await rankCouriers(services, by, { orders: near.map(({ id }) => String(id)) }, NEVER);
  const [best] = ranked;
  if (best?.warnings.length === 0) {
    await assignOrders(services, by, nextKey(random), { courierId: best.courierId, orders: refs(near) });
    return true;
  }
  // At night nobody is on shift, but the demonstration continues.
  const couriers = (await listCouriersOf(services.db, by)).filter(({ state }) => state === 'activo');
  const ofZone = couriers.filter(({ zones }) => zones.includes(first.ubigeo));
  const choices = ofZone.length > 0 ? ofZone : couriers;
  if (choices.length === 0) return false;
  const courierId = String(random.pick(choices).id);
  await assignOrders(services, by, nextKey(random), { courierId, orders: refs(near) });
  return true;
};

/** What follows a failed visit: another visit, or the return to the sender. */
const settle: Act = async (stage) => {
  const { services, random } = stage;
  const failed = await candidates(stage, 'no_entregada');
  const returning = await candidates(stage, 'en_devolucion');
  const rows = [...failed, ...returning];
  if (rows.length === 0) return false;
  const row = random.pick(rows);
  const to = row.state === 'en_devolucion' ? 'devuelta' : random.happens(0.7) ? 'pendiente' : 'en_devolucion';
  await changeState(services, systemIn(stage), nextKey(random), { to, orders: refs([row]) });
  return true;
};

/** What the office does, with weights. Couriers act with their simulated phones. */
export const ACTS: readonly { weight: number; act: Act }[] = [
  { weight: 60, act: arrive },
  { weight: 32, act: assign },
  { weight: 8, act: settle },
];
