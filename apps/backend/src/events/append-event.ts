import { type LiveEvent } from '@despacho/contracts';
import { type CourierChanged, type ViewChanged } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { insertEvent, takePosition } from './events-repository.ts';

/**
 * Writes an event to the log of its office, in the transaction of the change it tells.
 * @returns its position. Nudge the feed once the transaction has committed.
 */
export async function appendEvent(
  trx: Database,
  companyId: string,
  event: LiveEvent | CourierChanged | ViewChanged,
): Promise<number> {
  const position = await takePosition(trx, companyId, event.officeId);
  await insertEvent(trx, position, event);
  return position;
}
