import { type OrderChanged } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { takePosition } from '#platform/events/events-repository.ts';

/** The parts of an event that differ within a batch. */
export type OrderEventPart = Pick<OrderChanged, 'what' | 'order' | 'before' | 'after'>;

/** Appends the events of one batch to the office's log, at consecutive positions and in one statement. */
export async function insertOrderEvents(
  trx: Database,
  dispatcher: Dispatcher,
  { id, now, undoes, why }: Batch,
  parts: readonly OrderEventPart[],
): Promise<void> {
  const { companyId, officeId, username, user } = dispatcher;
  const shared: Omit<OrderChanged, keyof OrderEventPart> = {
    type: 'order.changed',
    at: now.toISOString(),
    officeId,
    actor: { username, user },
    batch: id,
    ...(undoes !== undefined && { undoes }),
    ...(why !== undefined && { why }),
  };
  await countChanges(trx, dispatcher, parts.length, now);
  const last = await takePosition(trx, companyId, officeId, { count: parts.length });
  await sql`
    insert into events (office_id, position, type, at, data, order_id, batch)
    select ${officeId}, ${last - parts.length}::bigint + place, ${shared.type}, ${now}::timestamptz,
      ${JSON.stringify(shared)}::jsonb || value, (value -> 'order' ->> 'id')::bigint, ${id}
    from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as given (value, place)`.execute(trx);
}

/** Data shared by the changes of one request. */
export interface Batch {
  id: string;
  now: Date;
  undoes?: string;
  why?: string;
}
