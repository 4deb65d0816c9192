import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { liveness } from '#shared/live/live-state.ts';
import { mapOrdersKey } from '#features/orders/api/map-orders-query.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { refreshOwnOrders } from '#features/orders/api/refresh-orders.ts';
import { type Action, receiptsOf } from '../rules/action.ts';

/**
 * Shows the results of the user's own action without waiting for its live events: the orders of its receipts, and all
 * figures and open details of the office. Lists are fetched whole if a request has no receipt, or without live events,
 * which report what else the action changed.
 */
export async function refreshAfterAction(client: QueryClient, officeId: string, action: Action): Promise<void> {
  const [, , lists] = ordersKeys.lists(officeId);
  const isList = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[2] === lists;
  const receipts = receiptsOf(action);
  const ids = receipts.flatMap(({ outcomes }) => outcomes.map(({ id }) => id));
  const isComplete = liveness.get().state === 'live' && receipts.length === action.steps.length;
  await Promise.all([
    client.invalidateQueries({
      queryKey: ordersKeys.all(officeId),
      predicate: (query) => !isComplete || !isList(query),
    }),
    isComplete
      ? refreshOwnOrders(client, officeId, [...new Set(ids)])
      : client.invalidateQueries({ queryKey: mapOrdersKey(officeId) }),
  ]);
}
