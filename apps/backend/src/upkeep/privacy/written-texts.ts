import { type RawBuilder, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { ERASED } from '#platform/erased.ts';
import { columnsOf } from './personal-data.ts';

/** Rows per query in scans without an index. */
const PAGE = 5000;

/** Whether a text written by a user is about the person. */
export type Mentions = (text: string) => boolean;

/**
 * Where staff or couriers wrote about a person: positions of events, ids of visits, of orders with a note or a note for their
 * courier, of entries of money, and of notes between shifts.
 */
export type Written = Record<'events' | 'visits' | 'notes' | 'money' | 'shifts', number[]>;

type List = Exclude<keyof Written, 'events'>;
type Rows = Exclude<ReturnType<typeof columnsOf<'text'>>[number][0], 'events'>;

/** The column of the id of a table with texts, and where `Written` lists it. */
const LISTED: Record<Rows, readonly [id: string, list: List]> = {
  field_visits: ['id', 'visits'],
  order_details: ['id', 'notes'],
  courier_notes: ['order_id', 'notes'],
  order_progress: ['order_id', 'notes'],
  money_entries: ['id', 'money'],
  shift_notes: ['id', 'shifts'],
};

export const EVENTS = ['events', 'position'] as const;

/** Parts of an event, and their free texts besides those of the recipient. */
const TEXTS = { before: ['note', 'difference'], after: ['note', 'difference'], note: ['text'] };

type Json = Record<string, unknown>;

/** @returns an event without the texts that mention the person; the same object if it has none. */
function cleaned(event: Json, mentions: Mentions): Json {
  const clean = (holder: Json, names: readonly string[]): Json => {
    const found = names.filter((name) => typeof holder[name] === 'string' && mentions(holder[name]));
    return found.length === 0 ? holder : { ...holder, ...Object.fromEntries(found.map((name) => [name, ERASED])) };
  };
  let result = clean(event, ['why']);
  for (const [part, names] of Object.entries(TEXTS)) {
    const value = event[part];
    if (typeof value !== 'object' || value === null) continue;
    const after = clean(value as Json, names);
    if (after !== value) result = { ...result, [part]: after };
  }
  return result;
}

/** Reads columns of all rows of an office's table that fulfil a condition, page by page. @param key an ascending number. */
export const scan = <Row>(
  db: Database,
  { officeId }: OfficeKey,
  [table, key]: readonly [table: string, key: string],
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<Row & { key: number }> =>
  readPages(PAGE, async (last) => {
    const { rows } = await sql<Row & { key: number }>`
      select ${sql.ref(key)} as key, ${columns} from ${sql.table(table)}
      where office_id = ${officeId} and ${condition} and ${sql.ref(key)} > ${last?.key ?? 0}
      order by ${sql.ref(key)} limit ${PAGE}`.execute(db);
    return rows;
  });

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
  for (const [table, ...texts] of columnsOf('text')) {
    if (table === 'events') continue;
    const [id, list] = LISTED[table];
    const columns = sql.join(texts.map((text) => sql.ref(text)));
    const isWritten = sql`coalesce(${columns}) is not null`;
    const rows = scan<{ texts: (string | null)[] }>(
      db,
      office,
      [table, id],
      sql`array[${columns}] as texts`,
      isWritten,
    );
    for await (const row of rows)
      if (row.texts.some((text) => text !== null && mentions(text))) found[list].add(row.key);
  }
  const events: number[] = [];
  // Reads only the position of most events, which have no free text.
  const columns = sql`order_id as "order", case when coalesce(data ->> 'why', data -> 'note' ->> 'text',
    data -> 'before' ->> 'note', data -> 'after' ->> 'note', data -> 'before' ->> 'difference',
    data -> 'after' ->> 'difference') is not null then data end as data`;
  for await (const { key, order, data } of scan<{ order: number | null; data: Json | null }>(
    db,
    office,
    EVENTS,
    columns,
  ))
    if (data && !(order !== null && spared.has(order)) && cleaned(data, mentions) !== data) events.push(key);
  return {
    events,
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
  condition: RawBuilder<unknown>,
  mentions: Mentions,
): Promise<void> {
  const { rows } = await sql<{ position: number; data: Json }>`
    select position, data from events where office_id = ${officeId} and ${condition}`.execute(trx);
  const after = rows.map(({ position, data }) => ({ position, data: cleaned(data, mentions) }));
  await sql`
    update events set data = c.data
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as c (position bigint, data jsonb)
    where events.office_id = ${officeId} and events.position = c.position`.execute(trx);
}

/** Clears in some rows of the tables in a list of `Written` every text that mentions the person. */
export async function eraseInRows(
  trx: Database,
  { officeId }: OfficeKey,
  list: Exclude<List, 'notes'>,
  ids: readonly number[],
  mentions: Mentions,
): Promise<void> {
  for (const [table, ...columns] of columnsOf('text')) {
    if (table === 'events' || LISTED[table][1] !== list) continue;
    for (const column of columns) {
      const { rows } = await sql<{ id: number; text: string }>`
        select id, ${sql.ref(column)} as text from ${sql.table(table)}
        where office_id = ${officeId} and id = any(${ids}::bigint[]) and ${sql.ref(column)} is not null`.execute(trx);
      const named = rows.filter(({ text }) => mentions(text)).map(({ id }) => id);
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${ERASED}
        where office_id = ${officeId} and id = any(${named}::bigint[])`.execute(trx);
    }
  }
}
