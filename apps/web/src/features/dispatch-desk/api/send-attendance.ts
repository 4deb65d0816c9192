import { type Attendance, courierRecordOperations, type Receipt, UNDO_SECONDS } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';
import { serverNow } from '#shared/http/server-clock.ts';

/**
 * Marks couriers present or absent. Needs no idempotency key: marking again changes nothing.
 * @returns a receipt without orders. It can be undone, as long as other changes, if a mark differed.
 * @throws HttpFailure, which the receipt of the action shows.
 */
export async function sendAttendance(officeId: string, body: Attendance): Promise<Receipt> {
  const { changed } = await call(courierRecordOperations['couriers.attend'], { query: { officeId }, body });
  const now = serverNow();
  return {
    batch: null,
    at: new Date(now).toISOString(),
    undoUntil: changed > 0 ? new Date(now + UNDO_SECONDS * 1000).toISOString() : null,
    outcomes: [],
    warnings: [],
  };
}
