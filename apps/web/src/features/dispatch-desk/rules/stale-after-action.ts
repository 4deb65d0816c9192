import { type Liveness } from '../../../shared/live/live-state.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { mapOrdersKey } from '../../orders/api/map-orders-query.ts';

/**
 * @returns names of what has to be read again after one's own action. The map is many pages: it is left to the live
 * events while they come.
 */
export const staleAfterAction = (officeId: string, state: Liveness['state']): (readonly string[])[] =>
  state === 'live' ? [ordersKeys.all(officeId)] : [ordersKeys.all(officeId), mapOrdersKey(officeId)];
