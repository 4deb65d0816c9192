import { type OrderRef } from '@despacho/contracts/dispatch';
import { assignOrders } from '../../assignments/assign-orders.ts';
import { changeState } from '../../assignments/change-state.ts';
import { closeOrders } from '../../assignments/close-orders.ts';
import { suggestAssignment } from '../../assignments/suggest-assignment.ts';
import { listCouriersOf } from '../../couriers/couriers-repository.ts';
import { createOrder } from '../../orders/create-order.ts';
import { type OrderRow } from '../../orders/order-row.ts';
import { listReasonsOf } from '../../reasons/reasons-repository.ts';
import { addDemoPhoto } from '../fill-demo-photos.ts';
import { demoPayments } from '../demo-payments.ts';
import { arrivingOrder } from './arriving-order.ts';
import { candidates, ofOneCourier } from './candidates.ts';
import { systemIn } from '../../dispatch/dispatcher.ts';
import { courierOf, nextKey, type Stage } from './stage.ts';

/**
 * Performs one action in an office through the same function as a person's request. @returns false if there was nothing
 * to act on.
 */
export type Act = (stage: Stage) => Promise<boolean>;

/** Pending orders that are never assigned, as work for viewers of the demonstration. */
const LEFT_PENDING = 12;
const MAX_ASSIGNED = 3;
const MAX_SETTING_OUT = 4;

const refs = (rows: readonly OrderRow[]): OrderRef[] => rows.map(({ id, version }) => ({ id: String(id), version }));

/** The courier of an order as the author of a change. */
const authorOf = (stage: Stage, { courier_id, courier_name }: OrderRow) =>
  courierOf(stage, { id: courier_id ?? 0, name: courier_name ?? '' });

const arrive: Act = async (stage) => {
  const { services, random } = stage;
  await createOrder(services, systemIn(stage), nextKey(random), await arrivingOrder(stage));
  return true;
};

const assign: Act = async (stage) => {
  const { services, random } = stage;
  const pending = await candidates(stage, 'pendiente');
  if (pending.length <= LEFT_PENDING) return false;
  const first = random.pick(pending);
  const near = pending.filter(({ ubigeo }) => ubigeo === first.ubigeo).slice(0, random.between(1, MAX_ASSIGNED));
  const by = systemIn(stage);
  const [part] = (await suggestAssignment(services, by, refs(near))).parts;
  if (part) {
    await assignOrders(services, by, nextKey(random), { courierId: part.courierId, orders: part.orders });
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

const setOut: Act = async (stage) => {
  const load = ofOneCourier(await candidates(stage, 'asignada'), stage).slice(0, MAX_SETTING_OUT);
  const [first] = load;
  if (!first) return false;
  await changeState(stage.services, authorOf(stage, first), nextKey(stage.random), {
    to: 'en_ruta',
    orders: refs(load),
  });
  return true;
};

const deliver: Act = async (stage) => {
  const [row] = ofOneCourier(await candidates(stage, 'en_ruta'), stage);
  if (!row) return false;
  const paid = row.collect_due === null ? {} : { payments: demoPayments(stage.random, row.collect_due) };
  const orders = refs([row]).map((each) => ({ ...each, to: 'entregada' as const, ...paid }));
  const author = authorOf(stage, row);
  await closeOrders(stage.services, author, nextKey(stage.random), { orders });
  // A few photos are missing, as in real life.
  if (row.id % 40 > 0) await addDemoPhoto(stage.services.db, author, row.id);
  return true;
};

const fail: Act = async (stage) => {
  const { services, random } = stage;
  const [row] = ofOneCourier(await candidates(stage, 'en_ruta'), stage);
  if (!row) return false;
  const { code } = random.pick(await listReasonsOf(services.db, stage));
  const orders = refs([row]).map((each) => ({ ...each, to: 'no_entregada' as const, reason: code }));
  await closeOrders(services, authorOf(stage, row), nextKey(random), { orders });
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

/**
 * The possible actions and their weights: as many orders arrive as are closed, so that the demonstration looks the same
 * after days.
 */
export const ACTS: readonly { weight: number; act: Act }[] = [
  { weight: 34, act: arrive },
  { weight: 18, act: assign },
  { weight: 12, act: setOut },
  { weight: 30, act: deliver },
  { weight: 3, act: fail },
  { weight: 3, act: settle },
];
