import { type TrailEntryView, type TrailPage, type TrailSearch, trailSearch } from '@despacho/contracts/dispatch';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
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
  last_address: string | null;
  last_request_id: string | null;
  details: Record<string, unknown> | null;
}

/** @returns the names of a page's couriers by id: the trail has only ids, because a courier may ask to be erased. */
async function courierNames(db: Database, companyId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ subject_kind: kind, subject_id: id }) =>
    kind === 'courier' && id !== null && /^\d{1,15}$/.test(id) ? [Number(id)] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('couriers')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(found.map(({ id, name }) => [String(id), name]));
}

/** @returns what an operation does, without the conditions that follow; undefined for one of another release. */
const summaryOf = (id: string): string | undefined =>
  Object.hasOwn(OPERATIONS, id) ? OPERATIONS[id as OperationId].summary.split(/;| \(/)[0] : undefined;

function subjectOf(row: Row, couriers: ReadonlyMap<string, string>): TrailEntryView['subject'] {
  const { subject_kind: kind, subject_id: id, subject_name: stored } = row;
  if (kind === null || id === null) return null;
  const name = kind === 'courier' ? couriers.get(id) : kind === 'operation' ? summaryOf(id) : undefined;
  return { kind, id, name: name ?? stored };
}

/** @returns the rows of a page as entries, with the names that the trail does not contain. */
async function toEntries(db: Database, { companyId }: Reader, rows: readonly Row[]): Promise<TrailEntryView[]> {
  const couriers = await courierNames(db, companyId, rows);
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    lastAt: row.last_at.toISOString(),
    count: row.count,
    kind: row.kind,
    officeId: row.office_id,
    actor: row.actor === null ? null : { username: row.actor, user: row.actor_name },
    subject: subjectOf(row, couriers),
    address: row.address,
    requestId: row.request_id,
    last:
      row.last_address === null && row.last_request_id === null
        ? null
        : { address: row.last_address, requestId: row.last_request_id },
    details: row.details,
  }));
}

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
  { tipo, oficina, desde, hasta }: TrailSearch,
  before: number | undefined,
): RawBuilder<unknown> {
  const midnight = (day: string, add = 0) =>
    // day: the trail is searched by calendar days.
    sql`((${day}::date + ${add}::integer)::timestamp at time zone ${timeZone})`;
  return sql.join(
    [
      sql`company_id = ${companyId}`,
      // The row of a place in the list stays, unless everything older than it has expired too.
      ...(before === undefined
        ? []
        : [sql`(at, id) < (select at, id from trail where company_id = ${companyId} and id = ${before}::bigint)`]),
      ...(tipo === undefined ? [] : [sql`kind = ${tipo}`]),
      ...(oficina === undefined ? [] : [sql`office_id = ${oficina}`]),
      ...(desde === undefined ? [] : [sql`at >= ${midnight(desde)}`]),
      ...(hasta === undefined ? [] : [sql`at < ${midnight(hasta, 1)}`]),
    ],
    sql` and `,
  );
}

const NEWEST = (size: number) => sql`order by at desc, id desc limit ${size}`;

const isAddress = (address: string) => (column: string) => sql`${sql.ref(column)} = ${address.toLowerCase()}`;

/** @returns one statement for each way in which an entry is about a person. @param ofAddress any of these must hold too. */
async function waysOfPerson(
  db: Database,
  { companyId }: Reader,
  persona: string,
  ofAddress: readonly RawBuilder<unknown>[],
  of: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<RawBuilder<unknown>[]> {
  const ids = await peopleNamed(db, companyId, persona);
  const and = ofAddress.length === 0 ? sql`` : sql` and (${sql.join(ofAddress, sql` or `)})`;
  const each = (condition: RawBuilder<unknown>) =>
    sql`(select place.* from unnest(${ids}::text[]) as person cross join lateral ${of(sql`${condition}${and}`)} as place)`;
  return [
    each(sql`actor_id = person`),
    each(sql`subject_id = person and subject_kind = 'user'`),
    of(sql`lower(actor) = ${persona.toLowerCase()}${and}`),
  ];
}

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
  const { persona, direccion } = search;
  const ofAddress = direccion === undefined ? [] : ['address', 'last_address'].map(isAddress(direccion));
  // Only `at` and `id` first: the indexes contain them, and sorting them is cheaper than sorting whole entries.
  const of = (condition: RawBuilder<unknown>) =>
    sql`(select at, id from trail where ${conditions} and ${condition} ${NEWEST(size)})`;
  if (persona === undefined && ofAddress.length === 0) {
    const { rows } = await sql<Row>`select * from trail where ${conditions} ${NEWEST(size)}`.execute(db);
    return rows;
  }
  const ways = persona === undefined ? ofAddress.map(of) : await waysOfPerson(db, reader, persona, ofAddress, of);
  const { rows } = await sql<Row>`
    select trail.* from (select at, id from (${sql.join(ways, sql` union `)}) as found ${NEWEST(size)}) as page
    join trail on trail.company_id = ${reader.companyId} and trail.id = page.id
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
    entries: await toEntries(db, dispatcher, shown),
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
    yield* await toEntries(db, reader, rows);
    if (rows.length < size) return;
    read += rows.length;
    before = rows.at(-1)?.id;
  }
}
