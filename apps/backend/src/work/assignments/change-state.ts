import { type ChangeState, mayMove } from '@despacho/contracts/dispatch';
import { officeDay } from '#platform/dispatch/working-day.ts';
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
      const { timeZone, dayTurnsAt } = dispatcher;
      const moment = { now, timeZone, dayTurnsAt };
      const today = officeDay(now, dispatcher);
      if (request.date !== undefined) requireDay(request.date, today);
      return {
        decide: (row): Decision => {
          const { to } = request;
          if (row.state === to) return 'as_wanted';
          if (!mayMove(row.state, to, 'state')) return 'state';
          if (to !== 'pendiente') return decideClosing(row, { to }, to, moment);
          const decision = decideClosing(row, { to }, 'nueva_visita', moment);
          if (typeof decision === 'string') return decision;
          // With its old date it would be overdue immediately.
          const date = request.date ?? (row.date < today ? today : row.date);
          return { ...decision, patch: { ...decision.patch, attempt: row.attempt + 1, date } };
        },
      };
    },
  });
