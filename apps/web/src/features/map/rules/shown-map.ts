import { type Access } from '@despacho/contracts';
import { DISPATCH_ACCESS } from '@despacho/contracts/dispatch';

/** What a person finds on the map: couriers and orders, or the territory alone and why. */
export type ShownMap = 'orders' | 'no-access' | 'no-service';

/** @param hasDispatch whether this server has a dispatch service to ask. */
export function shownMap(mayUse: (access: Access) => boolean, hasDispatch: boolean): ShownMap {
  if (!hasDispatch) return 'no-service';
  return mayUse(DISPATCH_ACCESS['orders.list']) ? 'orders' : 'no-access';
}
