import { type Liveness } from '../../../shared/live/live-state.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { mapOrdersKey } from '../../orders/api/map-orders-query.ts';

/**
 * @returns the query keys to invalidate after the user's own action. The map has many pages, so it is left to live
 * events while they arrive.
 */
export const staleAfterAction = (officeId: string, state: Liveness['state']): (readonly string[])[] =>
  state === 'live' ? [ordersKeys.all(officeId)] : [ordersKeys.all(officeId), mapOrdersKey(officeId)];
