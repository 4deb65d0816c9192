import { sql } from 'kysely';
import { type LiveEvent } from '@despacho/contracts';
import { type CourierChanged, type ViewChanged } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';

/** Office id → position of an event in that office's log. */
export type Positions = ReadonlyMap<string, number>;

export interface StoredEvent {
  officeId: string;
  position: number;
  type: string;
  data: unknown;
}

/**
 * The next positions of an office's log. The office's row stays locked until the transaction ends, so that positions
 * become visible in their order and a reader who resumes at one has missed nothing before it.
 * @returns the last of `count` positions in a row.
 */
export async function takePosition(trx: Database, companyId: string, officeId: string, count = 1): Promise<number> {
  const { event_position } = await trx
    .updateTable('offices')
    .set({ event_position: sql<number>`event_position + ${count}` })
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .returning('event_position')
    .executeTakeFirstOrThrow();
  return event_position;
}

export async function insertEvent(
  trx: Database,
  position: number,
  event: LiveEvent | CourierChanged | ViewChanged,
): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      office_id: event.officeId,
      position,
      type: event.type,
      at: new Date(event.at),
      data: JSON.stringify(event),
    })
    .execute();
}

/** The newest position of each of the offices. */
export async function newestPositions(db: Database, officeIds: readonly string[]): Promise<Positions> {
  if (officeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('offices')
    .select(['id', 'event_position as position'])
    .where('id', 'in', officeIds)
    .execute();
  return new Map(rows.map(({ id, position }) => [id, position]));
}

const after = (db: Database, positions: Positions) =>
  db.selectFrom('events').where((query) => {
    const perOffice = [...positions].map(([office, position]) =>
      query.and([query('office_id', '=', office), query('position', '>', position)]),
    );
    return query.or(perOffice);
  });

/** What happened after these positions, per office in order. */
export async function readAfter(db: Database, positions: Positions, limit: number): Promise<StoredEvent[]> {
  if (positions.size === 0) return [];
  return after(db, positions)
    .select(['office_id as officeId', 'position', 'type', 'data'])
    .orderBy('office_id')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** How many events after these positions are still kept. */
export async function countAfter(db: Database, positions: Positions): Promise<number> {
  if (positions.size === 0) return 0;
  const { count } = await after(db, positions)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
