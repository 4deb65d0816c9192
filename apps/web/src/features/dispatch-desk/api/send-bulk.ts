import { type Operation } from '@despacho/contracts';
import { assignmentOperations, type Receipt } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';
import { chunk } from '#shared/http/chunk.ts';
import { type BulkRequest } from '../rules/bulk-request.ts';

/** Only «Se retira hoy» needs it. */
const loadAttendance = chunk(() => import('./send-attendance.ts'));

/** Only «Por ubicar» needs it. */
const loadAnswer = chunk(() => import('./send-answer.ts'));

/**
 * Sends one bulk request.
 * @param key idempotency key: a repeated request with the same key has no further effect.
 * @throws HttpFailure, which the receipt shows.
 */
export async function sendBulk(officeId: string, request: BulkRequest, key: string): Promise<Receipt> {
  if (request.id === 'couriers.attend') return (await loadAttendance()).sendAttendance(officeId, request.body);
  if (request.id === 'places.answer') return (await loadAnswer()).sendAnswer(officeId, request.body, key);
  const { id, body, courierId } = request;
  const operation: Operation = assignmentOperations[id];
  const options = {
    ...(courierId !== undefined && { params: { id: courierId } }),
    query: { officeId },
    body,
    idempotencyKey: key,
  };
  // BulkRequest already ties the body to the operation.
  return call(operation, options as never);
}
