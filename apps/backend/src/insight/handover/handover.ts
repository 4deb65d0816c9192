import {
  DISPATCH_OPERATIONS,
  type Handover,
  OPEN_STATES,
  type ShiftNote,
  SHOWN_SHIFT_NOTES,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { nextRevision } from '#work/next-revision.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_SHIFT_NOTES } from '#platform/database/table-bounds.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { transact } from '#platform/database/transact.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { authorsWhoLeft } from '#people/users/may-act.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';

const DAY_MS = 86_400_000;

/** Open orders that are counted: far more than a day of a large office. */
const MAX_OPEN = 10_000;

/** As literals, to match the partial index. */
const OPEN = sql.join(OPEN_STATES.map((state) => sql.lit(state)));

const notesOf = (db: Database, dispatcher: Dispatcher) =>
  db.selectFrom('shift_notes').selectAll().where(inOffice(dispatcher));

type Row = Awaited<ReturnType<ReturnType<typeof notesOf>['execute']>>[number];

/** @returns the notes in the contract's form, with who has read them. */
async function toNotes(db: Database, dispatcher: Dispatcher, rows: readonly Row[]): Promise<ShiftNote[]> {
  const { officeId, sub } = dispatcher;
  const ids = rows.map(({ id }) => id);
  const reads = await db
    .selectFrom('shift_reads')
    .selectAll()
    .where('office_id', '=', officeId)
    .where(sql<boolean>`note_id = any(${ids}::bigint[])`)
    .orderBy('at')
    .orderBy('person')
    .execute();
  const authors = rows.map(({ person }) => person);
  const left = await authorsWhoLeft(db, dispatcher, authors, DISPATCH_OPERATIONS['handover.write'].policy);
  const ofNote = Map.groupBy(reads, ({ note_id }) => note_id);
  return rows.map((row) => {
    const own = ofNote.get(row.id) ?? [];
    return {
      id: String(row.id),
      at: row.at.toISOString(),
      by: { username: row.username, user: row.user_name },
      authorLeft: left.has(row.person),
      text: row.text,
      reads: own.map(({ username, user_name, at }) => ({ by: { username, user: user_name }, at: at.toISOString() })),
      mayRead: row.person !== sub && own.every(({ person }) => person !== sub),
    };
  });
}

interface Load {
  id: number | null;
  name: string | null;
  open: number;
  late: number;
  next: Date | null;
}

/** @returns the open orders up to today by courier, with the promised windows. */
async function readLoads(db: Database, office: Dispatcher, now: Date): Promise<Handover['loads']> {
  const { officeId, timeZone } = office;
  const { rows } = await sql<Load>`
    select loads.courier_id as id, couriers.name, loads.open, loads.late, loads.next
    from (
      select courier_id, count(*)::integer as open,
        (count(*) filter (where due_at < ${now}::timestamptz))::integer as late,
        min(due_at) filter (where due_at >= ${now}::timestamptz) as next
      from (
        select courier_id, due_at from order_progress
        where office_id = ${officeId} and state in (${OPEN})
          and due_at <= ${instantOf(officeDay(now, office), '24:00', timeZone)}::timestamptz
        order by due_at, order_id limit ${MAX_OPEN}
      ) as orders group by courier_id
    ) as loads
    left join couriers on couriers.office_id = ${officeId} and couriers.id = loads.courier_id
    order by loads.courier_id is not null, couriers.name, couriers.id`.execute(db);
  return rows.map(({ id, name, next, ...counts }) => ({
    courier: id === null ? null : { id: String(id), name: name ?? '' },
    ...counts,
    next: next?.toISOString() ?? null,
  }));
}

/** @returns what one shift hands over to the next. */
export async function readHandover({ db, clock }: InsightServices, dispatcher: Dispatcher): Promise<Handover> {
  const now = clock();
  const rows = await notesOf(db, dispatcher)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_SHIFT_NOTES)
    .execute();
  return {
    at: now.toISOString(),
    notes: await toNotes(db, dispatcher, rows),
    loads: await readLoads(db, dispatcher, now),
  };
}

async function noteById(db: Database, dispatcher: Dispatcher, id: number): Promise<ShiftNote> {
  const rows = await notesOf(db, dispatcher).where('id', '=', id).execute();
  const [note] = await toNotes(db, dispatcher, rows);
  if (!note) throw notFound();
  return note;
}

/** Adds a note for the next shift. @throws Refusal conflict above the maximum of a day. */
export async function writeShiftNote(
  services: InsightServices,
  dispatcher: Dispatcher,
  key: string,
  text: string,
): Promise<ShiftNote> {
  const { companyId, officeId, sub, username, user } = dispatcher;
  const request = { key, operation: 'handover.write', content: text };
  const note = await transactOnce(
    services,
    dispatcher,
    request,
    async (trx, now) => {
      // First: a search may hold it for as long as it takes, which must not delay the changes of the office's orders.
      await nextRevision(trx, dispatcher);
      await lockOffice(trx, dispatcher);
      const count = await countRows(
        trx
          .selectFrom('shift_notes')
          .where(inOffice(dispatcher))
          .where('at', '>', new Date(now.getTime() - DAY_MS)),
      );
      if (count >= MAX_SHIFT_NOTES) throw conflict(`La oficina ya dejó ${MAX_SHIFT_NOTES} notas en un día, el máximo`);
      const { id } = await trx
        .insertInto('shift_notes')
        .values({ company_id: companyId, office_id: officeId, at: now, person: sub, username, user_name: user, text })
        .returning('id')
        .executeTakeFirstOrThrow();
      return noteById(trx, dispatcher, id);
    },
    () => false,
  );
  services.attention.nudge();
  return note;
}

/** Marks the note of another person as read by this one, once. The author's own reading does not count. */
export async function acknowledgeNote(
  services: InsightServices,
  dispatcher: Dispatcher,
  id: number,
): Promise<ShiftNote> {
  const { db, clock } = services;
  const { officeId, sub, username, user } = dispatcher;
  const note = await transact(
    db,
    async (trx) => {
      const row = await notesOf(trx, dispatcher).where('id', '=', id).executeTakeFirstOrThrow(notFound);
      if (row.person === sub) return noteById(trx, dispatcher, id);
      const { numInsertedOrUpdatedRows: added = 0n } = await trx
        .insertInto('shift_reads')
        .values({ office_id: officeId, note_id: id, person: sub, at: clock(), username, user_name: user })
        .onConflict((conflict) => conflict.columns(['office_id', 'note_id', 'person']).doNothing())
        .executeTakeFirst();
      // A repetition notifies nobody.
      if (added > 0n) await nextRevision(trx, dispatcher);
      return noteById(trx, dispatcher, id);
    },
    { repeatable: true },
  );
  services.attention.nudge();
  return note;
}

/** Notes are kept for this many days. */
const KEPT_DAYS = 90;

/** Deletes notes that are older, with who has read them. */
export async function forgetShiftNotes(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.deleteFrom('shift_notes').where('at', '<', before).execute();
}
