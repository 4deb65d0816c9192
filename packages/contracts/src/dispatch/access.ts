import { type Access } from '../access.ts';
import { type DispatchEvent } from './dispatch-events.ts';
import { type DispatchOperationId } from './operations.ts';

/** Who may use the operations of the dispatch domain. */
export const DISPATCH_ACCESS = {
  'orders.list': ['U01'],
  'orders.counts': ['U01'],
  'orders.states': ['U01'],
  'orders.clients': ['U01'],
  'orders.read': ['U01'],
  'orders.create': ['U01'],
  'orders.edit': ['U01'],
  'couriers.list': ['U01'],
  'couriers.create': ['U01'],
  'couriers.edit': ['U01'],
  'couriers.retire': ['U01'],
  'assignments.assign': ['U01'],
  'assignments.unassign': ['U01'],
  'assignments.moveLoad': ['U01'],
  'assignments.changeState': ['U01'],
  'assignments.cancel': ['U01'],
  'assignments.correct': ['U01'],
  'assignments.undo': ['U01'],
  'assignments.suggest': ['U01'],
  'assignments.reorder': ['U01'],
  'reasons.list': ['U01'],
  'reasons.replace': ['U01'],
} as const satisfies Record<DispatchOperationId, Access>;

/** Those that need charge S besides: what cannot be taken back within 30 seconds, or takes back what others did. */
export const CHARGE_S_ONLY: readonly DispatchOperationId[] = [
  'assignments.cancel',
  'assignments.correct',
  'couriers.retire',
  'reasons.replace',
];

/** Live events of the dispatch domain by type. */
export const DISPATCH_EVENT_ACCESS = {
  'order.changed': ['U01'],
  'courier.changed': ['U01'],
  'view.changed': ['U01'],
  'presence.told': ['U01'],
} as const satisfies Record<DispatchEvent['type'], Access>;
