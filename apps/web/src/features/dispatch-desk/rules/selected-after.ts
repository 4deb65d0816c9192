import { type Order, type OrderFilter, type OrderState, type Payment } from '@despacho/contracts/dispatch';
import { mayMatch } from '#features/orders/rules/may-match.ts';
import { type Action } from './action.ts';
import { type BulkRequest } from './bulk-request.ts';

/** The fields that a request sets in an order. */
interface Target {
  state?: OrderState;
  date?: string | undefined;
  payments?: Payment[] | undefined;
}

/** @returns the changes of an order that stays selected, or null if a request finishes it. */
function targetOf(request: BulkRequest, id: string): Target | null {
  switch (request.id) {
    case 'assignments.changeState':
      return { state: request.body.to, date: request.body.date };
    case 'assignments.close':
    case 'assignments.correct': {
      const own = request.body.orders.find((each) => each.id === id);
      return own ? { state: own.to, payments: own.payments } : null;
    }
    case 'assignments.reschedule':
      return { date: request.body.date };
    case 'assignments.unassign':
      return { state: 'pendiente' };
    case 'assignments.cancel':
      return { state: 'anulada' };
    case 'assignments.assign':
    case 'assignments.moveLoad':
    case 'assignments.reorder':
    case 'assignments.route':
    case 'assignments.undo':
    case 'couriers.attend':
    case 'places.answer':
      return null;
  }
}

function changedBy({ state, date, payments = [] }: Target, version: number, order: Order): Order {
  const moved = { ...order, version, date: date ?? order.date };
  if (state === undefined) return moved;
  const courier = state === 'pendiente' ? null : order.courier;
  return { ...moved, state, courier, collect: order.collect && { ...order.collect, payments } };
}

/** Versions of the orders that a request left as requested, by id. */
const versionsOf = ({ progress }: Action['steps'][number]): [id: string, version: number][] =>
  progress.state !== 'done'
    ? []
    : progress.receipt.outcomes.flatMap((outcome) => (outcome.ok ? [[outcome.id, outcome.version]] : []));

/**
 * @param before the selected orders as they were before the action that `undo` undoes.
 * @returns those that it restored, with their new versions.
 */
export function restoredBy(undo: Action, before: readonly Order[]): Order[] {
  const versions = new Map(undo.steps.flatMap(versionsOf));
  return before.flatMap((order) => {
    const version = versions.get(order.id);
    return version === undefined ? [] : [{ ...order, version }];
  });
}

/**
 * Decides which orders stay selected after an action: those that it refused or restored, and those whose state or day
 * it changed if they still match the filter. Orders that were assigned or moved are done.
 * @param restored the orders that an undo restored.
 * @returns a function from a selected order to the order to select instead, or null to deselect it. The new values and
 *   version allow another action without reloading; the list then supplies the rest.
 */
export function selectedAfter(
  { steps }: Action,
  filter: OrderFilter,
  restored: readonly Order[] = [],
): (order: Order) => Order | null {
  const after = new Map<string, { request: BulkRequest; version: number }>();
  for (const step of steps)
    for (const [id, version] of versionsOf(step)) after.set(id, { request: step.request, version });
  const isUndo = steps.every(({ request: { id } }) => id === 'assignments.undo' || id === 'couriers.attend');
  const restoredById = new Map(restored.map((order) => [order.id, order]));
  return (order) => {
    const change = after.get(order.id);
    if (change === undefined) return order;
    const { request, version } = change;
    if (isUndo) return restoredById.get(order.id) ?? { ...order, version };
    const target = targetOf(request, order.id);
    if (target === null) return null;
    const next = changedBy(target, version, order);
    return mayMatch(filter, next) ? next : null;
  };
}
