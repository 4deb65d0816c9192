import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { ERASED } from '#platform/erased.ts';

/** Rows per query in scans without an index. */
const PAGE = 5000;

/** Whether a text written by a user is about the person. */
export type Mentions = (text: string) => boolean;

/** Where staff or couriers wrote about a person: reasons, decisions, notes. */
export interface Written {
  /** Positions of events in the office's log. */
  events: number[];
  /** Ids of visits. */
  visits: number[];
  /** Ids of orders with a note, or a note for their courier. */
  notes: number[];
  /** Ids of entries of money with a note. */
  money: number[];
  /** Ids of notes between shifts. */
  shifts: number[];
}

/** Fields of an order with free text, besides those of the recipient. */
const FREE_TEXTS = ['note', 'difference'] as const;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** @returns an event without the texts that mention the person; the same object if it has none. */
function cleaned(event: Json, mentions: Mentions): Json {
  const clean = (holder: Json, names: readonly string[]): Json => {
    const found = names.filter((name) => typeof holder[name] === 'string' && mentions(holder[name]));
    return found.length === 0 ? holder : { ...holder, ...Object.fromEntries(found.map((name) => [name, ERASED])) };
  };
  const parts = { before: FREE_TEXTS, after: FREE_TEXTS, note: ['text'] };
  const changed = Object.entries(parts).flatMap(([part, names]) => {
    const value = event[part];
    if (!isObject(value)) return [];
    const after = clean(value, names);
    return after === value ? [] : [[part, after] as const];
  });
  const top = clean(event, ['why']);
  return changed.length === 0 ? top : { ...top, ...Object.fromEntries(changed) };
}

interface Event {
  position: number;
  order: number | null;
  data: Json | null;
}

async function findEvents(
  db: Database,
  { officeId }: OfficeKey,
  mentions: Mentions,
  spared: ReadonlySet<number>,
): Promise<number[]> {
  const found: number[] = [];
  const events = readPages<Event>(PAGE, async (last) => {
    // Reads only the position of most events, which have no free text.
    const { rows } = await sql<Event>`
      select position, order_id as "order",
        case when coalesce(data ->> 'why', data -> 'note' ->> 'text', data -> 'before' ->> 'note',
          data -> 'after' ->> 'note', data -> 'before' ->> 'difference', data -> 'after' ->> 'difference') is not null
        then data end as data
      from events where office_id = ${officeId} and position > ${last?.position ?? 0} order by position limit ${PAGE}`.execute(
      db,
    );
    return rows;
  });
  for await (const { position, order, data } of events)
    if (data && !(order !== null && spared.has(order)) && cleaned(data, mentions) !== data) found.push(position);
  return found;
}

/** Columns with free text, the column of the id, and where `Written` lists it. */
const COLUMNS = [
  { table: 'field_visits', id: 'id', texts: ['decided_why', 'difference'], of: 'visits' },
  { table: 'order_details', id: 'id', texts: ['note'], of: 'notes' },
  { table: 'courier_notes', id: 'order_id', texts: ['text'], of: 'notes' },
  { table: 'order_progress', id: 'order_id', texts: ['difference'], of: 'notes' },
  { table: 'money_entries', id: 'id', texts: ['note', 'operation'], of: 'money' },
  { table: 'shift_notes', id: 'id', texts: ['text'], of: 'shifts' },
] as const;

/**
 * Finds what was written about a person in an office.
 * @param spared orders that are not erased; their notes and history are not listed either.
 */
export async function findWritten(
  db: Database,
  office: OfficeKey,
  mentions: Mentions,
  spared: ReadonlySet<number>,
): Promise<Written> {
  const found = {
    visits: new Set<number>(),
    notes: new Set<number>(),
    money: new Set<number>(),
    shifts: new Set<number>(),
  };
  for (const { table, id, texts, of } of COLUMNS) {
    const columns = sql.join(texts.map((text) => sql.ref(text)));
    const rows = readPages<{ id: number; texts: (string | null)[] }>(PAGE, async (last) => {
      const page = await sql<{ id: number; texts: (string | null)[] }>`
        select ${sql.ref(id)} as id, array[${columns}] as texts from ${sql.table(table)}
        where office_id = ${office.officeId} and coalesce(${columns}) is not null and ${sql.ref(id)} > ${last?.id ?? 0}
        order by ${sql.ref(id)} limit ${PAGE}`.execute(db);
      return page.rows;
    });
    for await (const row of rows) if (row.texts.some((text) => text !== null && mentions(text))) found[of].add(row.id);
  }
  return {
    events: await findEvents(db, office, mentions, spared),
    visits: [...found.visits],
    notes: [...found.notes].filter((id) => !spared.has(id)),
    money: [...found.money],
    shifts: [...found.shifts],
  };
}

/** Clears in some events every text that mentions the person. */
export async function eraseInEvents(
  trx: Database,
  { officeId }: OfficeKey,
  positions: readonly number[],
  mentions: Mentions,
): Promise<void> {
  const rows = await trx
    .selectFrom('events')
    .select(['position', 'data'])
    .where('office_id', '=', officeId)
    .where(sql<boolean>`position = any(${positions}::bigint[])`)
    .execute();
  const after = rows.map(({ position, data }) => ({ position, data: cleaned(data, mentions) }));
  await sql`
    update events set data = c.data
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as c (position bigint, data jsonb)
    where events.office_id = ${officeId} and events.position = c.position`.execute(trx);
}

/** Clears in some visits the reasons and explanations that mention the person. */
export async function eraseInVisits(
  trx: Database,
  office: OfficeKey,
  ids: readonly number[],
  mentions: Mentions,
): Promise<void> {
  const rows = await trx
    .selectFrom('field_visits')
    .select(['id', 'decided_why', 'difference'])
    .where(inOffice(office))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const without = (text: string | null): string | null => (text !== null && mentions(text) ? ERASED : text);
  for (const { id, decided_why, difference } of rows)
    await trx
      .updateTable('field_visits')
      .set({ decided_why: without(decided_why), difference: without(difference) })
      .where('id', '=', id)
      .execute();
}

/** Clears the notes of some entries of money that mention the person. Amounts stay. */
export async function eraseInMoney(
  trx: Database,
  { officeId }: OfficeKey,
  ids: readonly number[],
  mentions: Mentions,
): Promise<void> {
  const rows = await trx
    .selectFrom('money_entries')
    .select(['id', 'note', 'operation'])
    .where('office_id', '=', officeId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const without = (text: string | null): string | null => (text !== null && mentions(text) ? ERASED : text);
  for (const { id, note, operation } of rows)
    await trx
      .updateTable('money_entries')
      .set({ note: without(note), operation: without(operation) })
      .where('office_id', '=', officeId)
      .where('id', '=', id)
      .execute();
}
