import { type Database } from '../database/open-database.ts';
import { type AppendedEvent, insertEvent, takePosition } from './events-repository.ts';

/**
 * Appends an event to its office's log, in the transaction of the change.
 * @returns its position. Nudge the feed after the commit.
 */
export async function appendEvent(trx: Database, companyId: string, event: AppendedEvent): Promise<number> {
  const position = await takePosition(trx, companyId, event.officeId);
  await insertEvent(trx, position, event);
  return position;
}
