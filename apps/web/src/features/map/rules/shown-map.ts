import { type Access, SCREEN_ACCESS } from '@despacho/contracts';

/** Content of the map: couriers and orders, or the map alone and why. */
export type ShownMap = 'orders' | 'no-access' | 'no-service';

/** @param hasDispatch whether this server has a dispatch service. */
export function shownMap(mayUse: (access: Access) => boolean, hasDispatch: boolean): ShownMap {
  if (!hasDispatch) return 'no-service';
  return mayUse(SCREEN_ACCESS.assing) ? 'orders' : 'no-access';
}
