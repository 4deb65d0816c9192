import {
  type ChangeState,
  type Closing,
  type Correction,
  type Courier,
  type Order,
  ORDER_STATES,
  type OrderRef,
} from '@despacho/contracts/dispatch';
import { formatDay } from '../../../shared/format/format-day.ts';
import { type Action, type Intent } from './action.ts';
import { closingLabel } from './closing.ts';
import { receiptLines, retryable } from './receipt-lines.ts';
import { undoableBatches } from './undo.ts';

type Named = Pick<Courier, 'id' | 'name'>;
type Seen = Pick<Order, 'id' | 'code' | 'version'>;

const refs = (orders: readonly Seen[]): OrderRef[] => orders.map(({ id, version }) => ({ id, version }));

const codes = (orders: readonly Seen[]): ReadonlyMap<string, string> =>
  new Map(orders.map(({ id, code }) => [id, code]));

/** Assigns orders to a courier, including orders of other couriers. */
export const assignIntent = (orders: readonly Seen[], courier: Named): Intent => ({
  title: `Asignar a ${courier.name}`,
  parts: [
    {
      request: { id: 'assignments.assign', body: { courierId: courier.id, orders: refs(orders) } },
      courier: courier.name,
    },
  ],
  codes: codes(orders),
});

/** Unassigns orders from their couriers. */
export const unassignIntent = (orders: readonly Seen[]): Intent => ({
  title: 'Quitar el repartidor',
  parts: [{ request: { id: 'assignments.unassign', body: { orders: refs(orders) } } }],
  codes: codes(orders),
});

function stateTitle({ to, date }: Pick<ChangeState, 'to' | 'date'>): string {
  if (to === 'pendiente') return date === undefined ? 'Nueva visita' : `Nueva visita el ${formatDay(date, date)}`;
  return `Pasar a «${ORDER_STATES[to]}»`;
}

/** Changes the state of orders. */
export const stateIntent = (orders: readonly Seen[], change: Omit<ChangeState, 'orders'>): Intent => ({
  title: stateTitle(change),
  parts: [{ request: { id: 'assignments.changeState', body: { ...change, orders: refs(orders) } } }],
  codes: codes(orders),
});

/** Moves open orders to another day. */
export const rescheduleIntent = (orders: readonly Seen[], date: string): Intent => ({
  title: `Reprogramar al ${formatDay(date, date)}`,
  parts: [{ request: { id: 'assignments.reschedule', body: { date, orders: refs(orders) } } }],
  codes: codes(orders),
});

export const cancelIntent = (orders: readonly Seen[], why: string): Intent => ({
  title: 'Anular',
  parts: [{ request: { id: 'assignments.cancel', body: { why, orders: refs(orders) } } }],
  codes: codes(orders),
});

/**
 * Closes the visits of orders.
 * @param title by default «Marcar como entregada».
 * @param of what the closing of an order states.
 */
export const closeIntent = <Each extends Seen>(
  orders: readonly Each[],
  of: (order: Each) => Omit<Closing, keyof OrderRef>,
  title?: string,
): Intent => {
  const closings = orders.map((order) => ({ id: order.id, version: order.version, ...of(order) }));
  return {
    title: title ?? closingLabel(closings[0]?.to ?? 'entregada', 1),
    parts: [{ request: { id: 'assignments.close', body: { orders: closings } } }],
    codes: codes(orders),
  };
};

/** @param of the state that an order should have instead, and what it states about it. */
export const correctIntent = <Each extends Seen>(
  orders: readonly Each[],
  to: Correction['to'],
  why: string,
  of: (order: Each) => Omit<Correction, keyof OrderRef | 'to'>,
): Intent => ({
  title: `Corregir a «${ORDER_STATES[to]}»`,
  parts: [
    {
      request: {
        id: 'assignments.correct',
        body: { why, orders: orders.map((order) => ({ id: order.id, version: order.version, to, ...of(order) })) },
      },
    },
  ],
  codes: codes(orders),
});

/** Moves a courier's whole load to another. */
export const moveLoadIntent = (from: Named, to: Named): Intent => ({
  title: `Mover la carga de ${from.name} a ${to.name}`,
  parts: [{ request: { id: 'assignments.moveLoad', body: { from: from.id, to: to.id } } }],
  codes: new Map(),
});

/** @param stops all stops of the courier, in their new order. */
export const reorderIntent = (courier: Named, stops: readonly Seen[]): Intent => ({
  title: `Ordenar las paradas de ${courier.name}`,
  parts: [{ request: { id: 'assignments.reorder', courierId: courier.id, body: { orders: refs(stops) } } }],
  codes: codes(stops),
});

/** Applies a confirmed proposal. */
export const planIntent = (plan: readonly { courier: Named; orders: readonly Seen[] }[]): Intent => ({
  title: 'Aplicar el reparto sugerido',
  parts: plan.map(({ courier, orders }) => ({
    request: { id: 'assignments.assign', body: { courierId: courier.id, orders: refs(orders) } },
    part: courier.name,
  })),
  codes: codes(plan.flatMap(({ orders }) => orders)),
});

/** Undoes an action, last part first. */
export const undoIntent = (action: Action, all: readonly Action[]): Intent => ({
  title: `Deshacer: ${action.title}`,
  parts: undoableBatches(action, all).map((batch) => ({ request: { id: 'assignments.undo', body: { batch } } })),
  codes: action.codes,
  undoes: action.id,
});

/** Retries the orders that others had changed, with their current versions. Null if there are none. */
export function retryIntent(action: Action): Intent | null {
  const lines = receiptLines(action);
  const parts = action.steps.flatMap(({ request, part, courier }, step) => {
    const versions = new Map(retryable(lines, step).map(({ id, version }) => [id, version]));
    if (versions.size === 0 || !('orders' in request.body) || request.id === 'assignments.reorder') return [];
    const again = request.body.orders.flatMap((order) => {
      const version = versions.get(order.id);
      return version === undefined ? [] : [{ ...order, version }];
    });
    // The body still matches its operation: only the versions differ.
    const next = { ...request, body: { ...request.body, orders: again } } as typeof request;
    return [{ request: next, ...(part !== undefined && { part }), ...(courier !== undefined && { courier }) }];
  });
  return parts.length === 0 ? null : { title: action.title, parts, codes: action.codes };
}
