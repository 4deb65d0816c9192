import { type Access, type ModuleCode, SCREEN_ACCESS } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';

const TODAY: readonly ModuleCode[] = ['D01'];
const ATTENTION: readonly ModuleCode[] = ['D04'];
const ACTIVITY: readonly ModuleCode[] = ['D06'];

/**
 * @param hasDispatch whether this server has a dispatch service.
 * @returns which order figures to show: each requires its own module and the orders' module.
 */
export const shownWidgets = (mayUse: (access: Access) => boolean, hasDispatch: boolean) => ({
  today: hasDispatch && mayUse(TODAY) && mayUse(SCREEN_ACCESS.assing),
  attention: hasDispatch && mayUse(ATTENTION) && mayUse(SCREEN_ACCESS.assing),
  activity: hasDispatch && mayUse(ACTIVITY) && mayUse(DISPATCH_EVENT_ACCESS['order.changed']),
});
