import { type ChangeState, mayMove } from '@despacho/contracts/dispatch';
import { localOf } from '../dispatch/zoned-time.ts';
import { type BulkOperation, changeOrders, type Decision } from './change-orders.ts';
import { decideClosing, requireDay } from './closing.ts';

/**
 * Changes the state of orders. A failed visit that becomes pending again counts as the next attempt, on the requested
 * day or otherwise on its original day, today at the earliest.
 */
export const changeState: BulkOperation<ChangeState> = (services, dispatcher, key, request) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'change-state',
    content: request,
    refs: request.orders,
    plan: (_, now) => {
      const { timeZone } = dispatcher;
      const today = localOf(now, timeZone).date;
      if (request.date !== undefined) requireDay(request.date, today);
      return {
        decide: (row): Decision => {
          const { to } = request;
          if (row.state === to) return 'as_wanted';
          if (!mayMove(row.state, to, 'state')) return 'state';
          if (to !== 'pendiente') return decideClosing(row, { to }, to, { now, timeZone });
          const decision = decideClosing(row, { to }, 'nueva_visita', { now, timeZone });
          if (typeof decision === 'string') return decision;
          // With its old date it would be overdue immediately.
          const date = request.date ?? (row.date < today ? today : row.date);
          return { ...decision, patch: { ...decision.patch, attempt: row.attempt + 1, date } };
        },
      };
    },
  });
