import { sql } from 'kysely';
import { type LiveEvent } from '@despacho/contracts';
import {
  type ArrivalsChanged,
  type AttentionMoved,
  type DispatchEvent,
  type OrderChanged,
  type FiguresChanged,
  type PositionsMoved,
  type PresenceReport,
} from '@despacho/contracts/dispatch';
import { isOffice } from '../database/in-office.ts';
import { countRows } from '../database/count-rows.ts';
import { type Database } from '../database/open-database.ts';
import { officeClosed } from '../dispatch/closed-office.ts';
import { notFound } from '../refusal.ts';
import { readEvent } from './read-event.ts';

/** Office id → event position in that office's log. */
export type Positions = ReadonlyMap<string, number>;

export interface StoredEvent {
  officeId: string;
  position: number;
  type: string;
  data: unknown;
}

/**
 * Events that are appended one at a time. Order events are written in batches; presence, positions, arrivals, figures and
 * «Por atender» are not logged.
 */
type AppendedEvent =
  | LiveEvent
  | Exclude<
      DispatchEvent,
      OrderChanged | PresenceReport | PositionsMoved | ArrivalsChanged | FiguresChanged | AttentionMoved
    >;

interface Taking {
  /** How many positions; 1 by default. */
  count?: number;
  /** For what must remain possible in a closed office: removing personal data, and permissions. */
  evenIfClosed?: boolean;
}

/**
 * Takes the next positions of an office's log. The office's row stays locked until the transaction ends, so that
 * positions become visible in order and a reader who resumes at one misses nothing. Every change of an office's work
 * passes here, by staff or a courier, so that none commits after the office was closed.
 * @returns the last of `count` consecutive positions.
 * @throws Refusal conflict in a closed office.
 */
export async function takePosition(
  trx: Database,
  companyId: string,
  officeId: string,
  { count = 1, evenIfClosed = false }: Taking = {},
): Promise<number> {
  const taken = await trx
    .updateTable('offices')
    .set({ event_position: sql<number>`event_position + ${count}` })
    .where(isOffice({ companyId, officeId }))
    .returning(['event_position', 'closed'])
    .executeTakeFirstOrThrow(notFound);
  if (taken.closed && !evenIfClosed) throw officeClosed();
  return taken.event_position;
}

/**
 * Appends an event to its office's log, in the transaction of the change.
 * @param batch the request whose undo takes it back.
 * @returns its position. Nudge the feed after the commit.
 * @throws Refusal as `takePosition`.
 */
export async function appendEvent(
  trx: Database,
  companyId: string,
  event: AppendedEvent,
  { evenIfClosed = false, batch }: Pick<Taking, 'evenIfClosed'> & { batch?: string | undefined } = {},
): Promise<number> {
  const position = await takePosition(trx, companyId, event.officeId, { evenIfClosed });
  await trx
    .insertInto('events')
    .values({
      office_id: event.officeId,
      position,
      type: event.type,
      at: new Date(event.at),
      data: JSON.stringify(event),
      batch: batch ?? null,
      // The order's timeline shows it.
      ...((event.type === 'note.changed' || event.type === 'evidence.removed') && { order_id: Number(event.order.id) }),
    })
    .execute();
  return position;
}

/** The newest position of each office. */
export async function newestPositions(db: Database, officeIds: readonly string[]): Promise<Positions> {
  if (officeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('offices')
    .select(['id', 'event_position as position'])
    .where('id', 'in', officeIds)
    .execute();
  return new Map(rows.map(({ id, position }) => [id, position]));
}

const after = (db: Database, officeId: string, position: number) =>
  db.selectFrom('events').where('office_id', '=', officeId).where('position', '>', position);

/**
 * Events of an office after a position, in order. One office per query: PostgreSQL then scans a range of the key, but
 * with several offices joined by `or` it scans the whole log, including other companies.
 */
export async function readAfter(
  db: Database,
  officeId: string,
  position: number,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await after(db, officeId, position)
    .select(['office_id as officeId', 'position', 'type', 'data'])
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, data: readEvent(row.data) }));
}

/** How many events of an office after a position still exist. */
export async function countAfter(db: Database, officeId: string, position: number): Promise<number> {
  return countRows(after(db, officeId, position));
}
