import { type Correct, mayMove, type Receipt } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { requireReason } from '../reasons/reasons-repository.ts';
import { type Services } from '../services.ts';
import { changeOrders } from './change-orders.ts';
import { decideClosing } from './closing.ts';

/** Corrects a wrong closing. The timeline shows the previous closing, who corrected it and why. */
export function correctClosing(
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  request: Correct,
): Promise<Receipt> {
  return changeOrders(services, dispatcher, {
    key,
    operation: 'correct',
    content: request,
    refs: request.orders,
    why: request.why,
    plan: async (trx) => {
      if (request.reason !== undefined) await requireReason(trx, dispatcher, request.reason);
      return {
        decide: (row) =>
          mayMove(row.state, request.to, 'correct') ? decideClosing(row, request, 'corregida') : 'state',
      };
    },
  });
}
