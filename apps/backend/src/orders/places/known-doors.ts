import { type Exactness, isInCity, type Point } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_DOORS } from '#platform/database/table-bounds.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import {
  bestOf,
  type ExactPoint,
  type Extent,
  type KnownDoor,
  type Neighbours,
  placeBetween,
} from './between-doors.ts';
import { type Address, type DoorRow, doorsOf } from './door-of.ts';

const DAY_MS = 86_400_000;

type AskedRow = DoorRow & { ubigeo: string };

/** @returns the known doors, by key. One query for all. */
async function findDoors(db: Database, companyId: string, keys: readonly string[]): Promise<Map<string, ExactPoint>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('doors')
    .select(['key', 'lat', 'lng', 'radius', 'degree', 'source', 'contradicting'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`key = any(${[...new Set(keys)]}::text[])`)
    .execute();
  return new Map(rows.map(({ key, contradicting, ...place }) => [key, { ...place, isContested: contradicting > 0 }]));
}

/** Doors between which others are placed. */
const CERTAIN = sql`doors.degree = 'puerta' and doors.contradicting = 0`;

const streetOf = ({ ubigeo, street }: AskedRow): string => JSON.stringify([ubigeo, street]);
const rowOf = (row: AskedRow): string => JSON.stringify([row.ubigeo, row.street, row.block, row.number]);

/** @returns the extents of the known doors of some streets, by `streetOf` and manzana. */
async function findExtents(
  db: Database,
  companyId: string,
  rows: readonly AskedRow[],
): Promise<Map<string, Map<string, Extent>>> {
  const streets = new Map(rows.map((row) => [streetOf(row), { ubigeo: row.ubigeo, street: row.street }]));
  const found = await sql<Extent & { ubigeo: string; street: string; block: string }>`
    select doors.ubigeo, doors.street_key as street, doors.block, count(*)::integer as doors,
      coalesce(max(number) - min(number), 0)::integer as numbers, min(lat) as south,
      min(lng) as west, max(lat) as north, max(lng) as east
    from jsonb_to_recordset(${JSON.stringify([...streets.values()])}::jsonb) as asked (ubigeo text, street text)
    join doors on doors.company_id = ${companyId} and doors.ubigeo = asked.ubigeo and doors.street_key = asked.street
      and ${CERTAIN}
    group by doors.ubigeo, doors.street_key, doors.block`.execute(db);
  const extents = new Map<string, Map<string, Extent>>();
  for (const { ubigeo, street, block, ...extent } of found.rows) {
    const key = streetOf({ ubigeo, street, block, number: null });
    extents.set(key, (extents.get(key) ?? new Map<string, Extent>()).set(block, extent));
  }
  return extents;
}

/** @returns the known doors beside some numbers and lots, by `rowOf`. */
async function findNeighbours(
  db: Database,
  companyId: string,
  rows: readonly AskedRow[],
): Promise<Map<string, Neighbours>> {
  const asked = [...new Map(rows.map((row) => [rowOf(row), row])).values()];
  if (asked.length === 0) return new Map();
  const beside = (side: 'below' | 'above', isSame: boolean) => sql`left join lateral (
    select jsonb_build_object('number', number, 'lat', lat, 'lng', lng) as door from doors
    where doors.company_id = ${companyId} and doors.ubigeo = asked.ubigeo and doors.street_key = asked.street
      and doors.block = asked.block and ${CERTAIN}
      and doors.number ${side === 'below' ? sql`<` : sql`>`} asked.number
      ${isSame ? sql`and doors.number % 2 = asked.number % 2` : sql``}
    order by doors.number ${side === 'below' ? sql`desc` : sql``} limit 1
  ) as ${sql.ref(isSame ? `same_${side}` : side)} on true`;
  type Door = KnownDoor | null;
  const found = await sql<{ nth: number; below: Door; above: Door; sameBelow: Door; sameAbove: Door }>`
    select asked.nth, below.door as below, above.door as above, same_below.door as "sameBelow",
      same_above.door as "sameAbove"
    from jsonb_to_recordset(${JSON.stringify(asked.map((row, nth) => ({ ...row, nth })))}::jsonb)
      as asked (nth integer, ubigeo text, street text, block text, number integer)
    ${beside('below', false)} ${beside('above', false)} ${beside('below', true)} ${beside('above', true)}`.execute(db);
  return new Map(
    found.rows.flatMap(({ nth, ...neighbours }) => {
      const row = asked[nth];
      return row ? [[rowOf(row), neighbours] as const] : [];
    }),
  );
}

/** @returns whether an office uses the doors of a district: those of its own province and city. */
export async function districtsOf(db: Database, office: OfficeKey): Promise<(ubigeo: string) => boolean> {
  const province = await officeProvince(db, office);
  return (ubigeo) => province !== undefined && isInCity(province, ubigeo);
}

/**
 * Places addresses by the doors that the company knows in the province of the office: at the door itself, otherwise
 * between others of its street or urbanización. At most six queries for any number of addresses.
 * @returns a place for each address, in the given order; undefined where nothing is known.
 */
export async function placeByDoors(
  db: Database,
  office: OfficeKey,
  addresses: readonly Address[],
): Promise<(ExactPoint | undefined)[]> {
  const { companyId } = office;
  const located = addresses.map((address) => ({ ubigeo: address.ubigeo, ...doorsOf(address) }));
  const doors = await findDoors(
    db,
    companyId,
    located.flatMap((each) => each.doors.map(({ key }) => key)),
  );
  const places = located.map((each) => bestOf(each.doors.flatMap(({ key }) => doors.get(key) ?? [])));
  const rows = located.flatMap(({ ubigeo, rows: own }, index) =>
    places[index] ? [] : own.map((row): AskedRow => ({ ubigeo, ...row })),
  );
  const extents = rows.length > 0 ? await findExtents(db, companyId, rows) : new Map<string, Map<string, Extent>>();
  if (doors.size + extents.size === 0) return places;
  const isOwn = await districtsOf(db, office);
  const beside = rows.filter((row) => row.number !== null && extents.get(streetOf(row))?.has(row.block ?? ''));
  const neighbours = await findNeighbours(db, companyId, beside);
  return located.map(({ ubigeo, rows: own }, index) => {
    if (!isOwn(ubigeo)) return undefined;
    const found = own.flatMap((row) => {
      const asked = { ubigeo, ...row };
      const known = extents.get(streetOf(asked));
      return (known && placeBetween(row, known, neighbours.get(rowOf(asked)))) ?? [];
    });
    return places[index] ?? bestOf(found);
  });
}

/**
 * Locks the doors of a company until the transaction ends. Two offices may write the same doors, in an order that depends
 * on their orders.
 */
export async function lockDoors(trx: Database, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, hashtext('doors')))`.execute(trx);
}

/** A door to be stored: an address and where it is. */
export type PlacedAddress = Address & Point;

/**
 * Adds the doors of some addresses to those that the company knows, except of other provinces. The caller holds the lock
 * on the office's row.
 * @param known how exactly, and from what. A pin replaces what is known, agreeing visits what is no pin; other places
 * replace nothing.
 */
export async function rememberDoors(
  trx: Database,
  office: OfficeKey,
  places: readonly PlacedAddress[],
  known: Exactness & { now: Date; agreeing?: number },
): Promise<void> {
  const doors = places.flatMap(({ lat, lng, ...address }) =>
    doorsOf(address).doors.map((door) => ({ ...door, ubigeo: address.ubigeo, lat, lng })),
  );
  if (doors.length === 0) return;
  const isOwn = await districtsOf(trx, office);
  // One row for each key: a statement must not write a row twice.
  const rows = new Map(doors.filter(({ ubigeo }) => isOwn(ubigeo)).map((door) => [door.key, door]));
  if (rows.size === 0) return;
  await lockDoors(trx, office.companyId);
  const { degree, source, radius, agreeing = 0, now } = known;
  const placed =
    source === 'archivo'
      ? sql``
      : sql`address = excluded.address, lat = excluded.lat, lng = excluded.lng, radius = excluded.radius,
          degree = excluded.degree, source = excluded.source, agreeing = excluded.agreeing, contradicting = 0,
          other_lat = null, other_lng = null, placed_at = excluded.placed_at,
          former = to_jsonb(doors) - 'former', `;
  await sql`
    insert into doors (company_id, key, ubigeo, street_key, address, block, number, lat, lng, radius, degree, source,
      agreeing, placed_at, used_at)
    select ${office.companyId}, key, ubigeo, street, text, block, number, lat, lng, ${radius}::integer, ${degree}, ${source},
      ${agreeing}::integer, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as c (key text, ubigeo text, street text,
      text text, block text, number integer, lat double precision, lng double precision)
    on conflict (company_id, key) do update set ${placed}used_at = excluded.used_at
    where doors.source not in ('persona', 'antes') or excluded.source <> 'visitas'`.execute(trx);
}

/** Takes back what a person said at an instant about some doors: what was known before is known again. */
export async function restoreDoors(trx: Database, companyId: string, keys: readonly string[], at: Date): Promise<void> {
  await lockDoors(trx, companyId);
  const said = sql`doors.company_id = ${companyId} and doors.key = any(${keys}::text[]) and doors.source = 'persona'
    and doors.placed_at = ${at}::timestamptz`;
  await sql`delete from doors where ${said} and former is null`.execute(trx);
  await sql`
    update doors set lat = was.lat, lng = was.lng, radius = was.radius, degree = was.degree, source = was.source,
      agreeing = was.agreeing, contradicting = was.contradicting, other_lat = was.other_lat, other_lng = was.other_lng,
      placed_at = was.placed_at, former = null
    from doors as had cross join lateral jsonb_populate_record(null::doors, had.former) as was
    where had.company_id = doors.company_id and had.key = doors.key and ${said}`.execute(trx);
}

/** Records that orders were delivered to some doors. */
export async function useDoors(trx: Database, companyId: string, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await lockDoors(trx, companyId);
  await sql`
    update doors set used_at = ${now}::timestamptz
    where company_id = ${companyId} and key = any(${keys}::text[])
      and used_at < ${new Date(now.getTime() - DAY_MS)}::timestamptz`.execute(trx);
}

/** Removed in one statement, so that none takes long. */
const TRIM_BATCH = 5000;

/** Removes the doors that were not used for a number of days, and those above the maximum of each company. */
export async function trimDoors(
  db: Database,
  now: Date,
  days: number,
  { most = MAX_DOORS, batch = TRIM_BATCH } = {},
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  const companies = await db.selectFrom('companies').select('id').execute();
  for (const { id } of companies)
    for (const excess of [
      sql`select key from doors where company_id = ${id} and used_at < ${before}::timestamptz limit ${batch}`,
      sql`select key from doors where company_id = ${id} order by used_at desc, key offset ${most} limit ${batch}`,
    ])
      for (;;) {
        const { numAffectedRows } = await db.transaction().execute(async (trx) => {
          await lockDoors(trx, id);
          return sql`delete from doors where company_id = ${id} and key in (${excess})`.execute(trx);
        });
        if (Number(numAffectedRows ?? 0) < batch) break;
      }
}
