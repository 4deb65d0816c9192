import { placeOperations, type Receipt } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { type BulkRequest } from '../rules/bulk-request.ts';

/**
 * Sends where an address is, or that the last answer is undone.
 * @param key idempotency key.
 * @returns a receipt without orders.
 * @throws HttpFailure, which the receipt of the action shows.
 */
export async function sendAnswer(
  officeId: string,
  body: Extract<BulkRequest, { id: 'places.answer' }>['body'],
  key: string,
): Promise<Receipt> {
  const { undoUntil } = await call(placeOperations['places.answer'], {
    query: { officeId },
    body,
    idempotencyKey: key,
  });
  return { batch: null, at: new Date(serverNow()).toISOString(), undoUntil, outcomes: [], warnings: [] };
}
