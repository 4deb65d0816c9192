import { type Order, type OrderFilter, type OrderState } from '@despacho/contracts/dispatch';
import { mayMatch } from '../../orders/rules/may-match.ts';
import { type Action } from './action.ts';
import { type BulkRequest } from './bulk-request.ts';

/** @returns the new state of the orders of a request from «Cambiar estado», or null for other requests. */
function targetOf(request: BulkRequest): OrderState | null {
  switch (request.id) {
    case 'assignments.changeState':
    case 'assignments.correct':
      return request.body.to;
    case 'assignments.unassign':
      return 'pendiente';
    case 'assignments.cancel':
      return 'anulada';
    case 'assignments.assign':
    case 'assignments.moveLoad':
    case 'assignments.reorder':
    case 'assignments.undo':
      return null;
  }
}

const collectAfter = (collect: Order['collect'], state: OrderState): Order['collect'] =>
  collect && { ...collect, collected: state === 'entregada' ? (collect.collected ?? collect.due) : null };

/**
 * Decides which orders stay selected after an action: those that it refused, and those whose state it changed if they
 * still match the filter. Orders that were assigned or moved are done.
 * @returns a function from a selected order to the order to select instead, or null to deselect it. The new state and
 *   version allow another action without reloading; the list then supplies the rest.
 */
export function selectedAfter({ steps }: Action, filter: OrderFilter): (order: Order) => Order | null {
  const after = new Map<string, { to: OrderState | null; version: number }>();
  for (const { request, progress } of steps) {
    if (progress.state !== 'done') continue;
    const to = targetOf(request);
    for (const outcome of progress.receipt.outcomes)
      if (outcome.ok) after.set(outcome.id, { to, version: outcome.version });
  }
  return (order) => {
    const change = after.get(order.id);
    if (change === undefined) return order;
    const { to: state, version } = change;
    if (state === null) return null;
    const courier = state === 'pendiente' ? null : order.courier;
    const next = { ...order, state, version, courier, collect: collectAfter(order.collect, state) };
    return mayMatch(filter, next) ? next : null;
  };
}
