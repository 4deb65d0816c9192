import { type LiveEvent } from '@despacho/contracts';
import { type CourierChanged, type EvidenceAdded, type ViewChanged } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { insertEvent, takePosition } from './events-repository.ts';

/**
 * Appends an event to its office's log, in the transaction of the change.
 * @returns its position. Nudge the feed after the commit.
 */
export async function appendEvent(
  trx: Database,
  companyId: string,
  event: LiveEvent | CourierChanged | EvidenceAdded | ViewChanged,
): Promise<number> {
  const position = await takePosition(trx, companyId, event.officeId);
  await insertEvent(trx, position, event);
  return position;
}
