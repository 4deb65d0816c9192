import { type OrderChanged } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { takePosition } from '../events/events-repository.ts';

/** Adds the events of one batch to the office's log, at positions in a row and in one statement. */
export async function insertOrderEvents(
  trx: Database,
  { companyId, officeId }: Pick<Dispatcher, 'companyId' | 'officeId'>,
  events: readonly OrderChanged[],
): Promise<void> {
  const last = await takePosition(trx, companyId, officeId, events.length);
  await sql`
    insert into events (office_id, position, type, at, data, order_id, batch)
    select ${officeId}, ${last - events.length}::bigint + place, value ->> 'type', (value ->> 'at')::timestamptz, value,
      (value -> 'order' ->> 'id')::bigint, value ->> 'batch'
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as given (value, place)`.execute(trx);
}
