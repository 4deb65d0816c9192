import { assignmentOperations } from './assignments.ts';
import { courierOperations } from './couriers.ts';
import { orderOperations } from './orders.ts';
import { reasonOperations } from './reasons.ts';

/** Everything that can be asked of the dispatch domain, by id. */
export const DISPATCH_OPERATIONS = {
  ...orderOperations,
  ...courierOperations,
  ...assignmentOperations,
  ...reasonOperations,
};

export type DispatchOperationId = keyof typeof DISPATCH_OPERATIONS;
