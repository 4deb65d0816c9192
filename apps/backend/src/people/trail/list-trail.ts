import { type TrailEntryView, type TrailPage, type TrailSearch, trailSearch } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher, requireChargeS } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';

/** @returns the names of the filters of a search, without their values: a searched name would outlive a pseudonym. */
export const filtersOf = (search: TrailSearch): string[] =>
  Object.keys(trailSearch.shape).filter((name) => search[name as keyof TrailSearch] !== undefined);

/** People that a search may mean; a shorter text than a name means many. */
const MAX_PEOPLE = 20;

type Reader = Pick<Dispatcher, 'companyId' | 'timeZone'>;

interface Row {
  id: number;
  at: Date;
  last_at: Date;
  count: number;
  kind: string;
  office_id: string | null;
  actor: string | null;
  actor_name: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  subject_name: string | null;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown> | null;
}

const toEntry = (row: Row): TrailEntryView => ({
  id: String(row.id),
  at: row.at.toISOString(),
  lastAt: row.last_at.toISOString(),
  count: row.count,
  kind: row.kind,
  officeId: row.office_id,
  actor: row.actor === null ? null : { username: row.actor, user: row.actor_name },
  subject:
    row.subject_kind === null || row.subject_id === null
      ? null
      : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  address: row.address,
  requestId: row.request_id,
  details: row.details,
});

/** @returns the users of the company whose user name or name begins with a text, or whose name contains it as words. */
async function peopleNamed(db: Database, companyId: string, text: string): Promise<string[]> {
  const escaped = text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`);
  const { rows } = await sql<{ id: string }>`
    select users.id from users join offices on offices.id = users.office_id
    where offices.company_id = ${companyId}
      and (lower(users.username) like ${`${escaped}%`} or lower(users.name) like ${`${escaped}%`}
        or lower(users.name) like ${`% ${escaped}%`})
    order by lower(users.username) <> ${text.toLowerCase()}, users.id limit ${MAX_PEOPLE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @param before the id of the last entry of the previous page. */
function conditionsOf(
  { companyId, timeZone }: Reader,
  { tipo, direccion, oficina, desde, hasta }: TrailSearch,
  before: number | undefined,
): RawBuilder<unknown> {
  const midnight = (day: string, add = 0) =>
    sql`((${day}::date + ${add}::integer)::timestamp at time zone ${timeZone})`;
  return sql.join(
    [
      sql`company_id = ${companyId}`,
      // The row of a place in the list stays, unless everything older than it has expired too.
      ...(before === undefined
        ? []
        : [sql`(at, id) < (select at, id from trail where company_id = ${companyId} and id = ${before}::bigint)`]),
      ...(tipo === undefined ? [] : [sql`kind = ${tipo}`]),
      ...(direccion === undefined ? [] : [sql`address = ${direccion.toLowerCase()}`]),
      ...(oficina === undefined ? [] : [sql`office_id = ${oficina}`]),
      ...(desde === undefined ? [] : [sql`at >= ${midnight(desde)}`]),
      ...(hasta === undefined ? [] : [sql`at < ${midnight(hasta, 1)}`]),
    ],
    sql` and `,
  );
}

const NEWEST = (size: number) => sql`order by at desc, id desc limit ${size}`;

/**
 * @returns a page of a company's trail, newest first. Each statement reads at most a page from the index of its
 * condition; a person is found as the one who acted, and as the one concerned.
 */
export async function readTrailPage(
  db: Database,
  reader: Reader,
  { search, before, size, id }: { search: TrailSearch; before?: number | undefined; size: number; id?: number },
): Promise<Row[]> {
  if (id !== undefined) {
    const one = sql<Row>`select * from trail where company_id = ${reader.companyId} and id = ${id}::bigint`;
    return (await one.execute(db)).rows;
  }
  const conditions = conditionsOf(reader, search, before);
  const { persona } = search;
  if (persona === undefined) {
    const { rows } = await sql<Row>`select * from trail where ${conditions} ${NEWEST(size)}`.execute(db);
    return rows;
  }
  const ids = await peopleNamed(db, reader.companyId, persona);
  // Only `at` and `id` first: the indexes contain them, and sorting them is cheaper than sorting whole entries.
  const of = (condition: RawBuilder<unknown>) =>
    sql`select at, id from trail where ${conditions} and ${condition} ${NEWEST(size)}`;
  const { rows } = await sql<Row>`
    select trail.* from (
      select at, id from (
        (select place.* from unnest(${ids}::text[]) as person cross join lateral (${of(sql`actor_id = person`)}) as place)
        union (select place.* from unnest(${ids}::text[]) as person
          cross join lateral (${of(sql`subject_id = person and subject_kind = 'user'`)}) as place)
        union (${of(sql`lower(actor) = ${persona.toLowerCase()}`)})
      ) as found ${NEWEST(size)}
    ) as page join trail on trail.company_id = ${reader.companyId} and trail.id = page.id
    order by page.at desc, page.id desc`.execute(db);
  return rows;
}

/** @returns a page of the company's trail. @throws Refusal forbidden without charge S. */
export async function listTrail(
  { db }: Pick<PlatformServices, 'db'>,
  dispatcher: Dispatcher,
  { search, before, size }: { search: TrailSearch; before: number | undefined; size: number },
): Promise<TrailPage> {
  requireChargeS(dispatcher);
  const rows = await readTrailPage(db, dispatcher, { search, before, size: size + 1 });
  const { trail_days: days } = await db
    .selectFrom('companies')
    .select('trail_days')
    .where('id', '=', dispatcher.companyId)
    .executeTakeFirstOrThrow();
  const shown = rows.slice(0, size);
  return {
    entries: shown.map(toEntry),
    next: rows.length > size ? String(shown.at(-1)?.id ?? '') : null,
    days,
  };
}

/** Entries page by page, so that other statements run in between. @param id of the only entry to read. */
export async function* entriesOf(
  db: Database,
  reader: Reader,
  { search, most, page = 200, id }: { search: TrailSearch; most: number; page?: number; id?: number },
): AsyncGenerator<TrailEntryView> {
  let before: number | undefined;
  for (let read = 0; read < most;) {
    const size = Math.min(page, most - read);
    const rows = await readTrailPage(db, reader, { search, before, size, ...(id !== undefined && { id }) });
    yield* rows.map(toEntry);
    if (rows.length < size) return;
    read += rows.length;
    before = rows.at(-1)?.id;
  }
}
