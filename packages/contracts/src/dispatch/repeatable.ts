import { type DispatchOperationId } from './operations.ts';

/** Those that need an `Idempotency-Key`: sent again with the same one, they are not done twice. */
export const REPEATABLE_OPERATIONS: readonly DispatchOperationId[] = [
  'orders.create',
  'couriers.create',
  'assignments.assign',
  'assignments.unassign',
  'assignments.moveLoad',
  'assignments.changeState',
  'assignments.cancel',
  'assignments.correct',
  'assignments.undo',
  'assignments.reorder',
];

/** What a key may look like: a UUID, or anything else as hard to guess twice. */
export const IDEMPOTENCY_KEY_FORM = /^[\w-]{8,100}$/;
