import { type Access, SCREEN_ACCESS } from '@despacho/contracts';

/**
 * @param hasDispatch whether this server has a dispatch service.
 * @returns the content of the map: couriers and orders, only couriers, or only the map.
 */
export function shownMap(mayUse: (access: Access) => boolean, hasDispatch: boolean) {
  if (!hasDispatch) return 'no-service';
  return mayUse(SCREEN_ACCESS.assing) ? 'orders' : 'couriers';
}
