import { type Access, SCREEN_ACCESS } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';

/**
 * @param hasDispatch whether this server has a dispatch service.
 * @returns which order figures to show: each requires its own module and, except «Por atender», the orders' module.
 */
export const shownWidgets = (mayUse: (access: Access) => boolean, hasDispatch: boolean) => ({
  today: hasDispatch && mayUse(['D01']) && mayUse(SCREEN_ACCESS.assing),
  attention: hasDispatch && mayUse(['D04']),
  activity: hasDispatch && mayUse(['D06']) && mayUse(DISPATCH_EVENT_ACCESS['order.changed']),
});
