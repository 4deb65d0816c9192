import { type Operation } from '@despacho/contracts';
import { assignmentOperations, type Receipt } from '@despacho/contracts/dispatch';
import { call } from '../../../shared/http/call.ts';
import { type BulkRequest } from '../rules/bulk-request.ts';

/**
 * Sends one request that changes orders.
 * @param key the intent's: sent again with the same one, it is not done twice.
 * @throws HttpFailure, which the receipt shows.
 */
export async function sendBulk(officeId: string, { id, body, courierId }: BulkRequest, key: string): Promise<Receipt> {
  const operation: Operation = assignmentOperations[id];
  const options = {
    ...(courierId !== undefined && { params: { id: courierId } }),
    query: { officeId },
    body,
    idempotencyKey: key,
  };
  // Which body goes with which operation has been settled by BulkRequest.
  return call(operation, options as never);
}
