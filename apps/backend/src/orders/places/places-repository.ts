import { exactAs, type Exactness, type Point } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type ExactPoint } from './between-doors.ts';
import { doorKeysOf } from './door-of.ts';
import { rememberDoors, useDoors } from './known-doors.ts';
import { type Destination, placeKeys } from './place-key.ts';

/** @returns the places that the office has used, by key. One query for all. */
export async function findPlaces(
  db: Database,
  office: OfficeKey,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ExactPoint>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('places')
    .select(['key', 'lat', 'lng', 'degree', 'source'])
    .where(inOffice(office))
    .where(sql<boolean>`key = any(${[...new Set(keys)]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ key, lat, lng, degree, source }) => [
      key,
      { lat, lng, ...exactAs(degree === 'puerta' ? degree : 'cuadra', source) },
    ]),
  );
}

/** A place to be stored, and how exactly it is known; a pin by default. */
export type UsedPlace = Destination & Point & Partial<Pick<Exactness, 'degree' | 'source'>>;

/**
 * Adds places to the office's book. The caller holds the lock on the office's row.
 * @param by a pin replaces the place stored for the key. A delivery does not: the order may be older than the pin.
 */
export async function rememberPlaces(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  places: readonly UsedPlace[],
  { by, now }: { by: 'pin' | 'delivery'; now: Date },
): Promise<void> {
  if (places.length === 0) return;
  // One row for each key: a statement must not write a row twice.
  const byKey = new Map(
    places.map(({ lat, lng, degree = 'puerta', source = 'persona', ...place }) => {
      const keys = placeKeys(place);
      return [keys.key, { ...keys, lat, lng, degree, source }];
    }),
  );
  const rows = JSON.stringify([...byKey.values()]);
  // An entry under its former key gets the current one, so that a delivery does not replace an older pin.
  await sql`
    update places set key = c.key from jsonb_to_recordset(${rows}::jsonb) as c (key text, former text)
    where places.office_id = ${officeId} and places.key = c.former
      and not exists (select from places as renewed where renewed.office_id = ${officeId} and renewed.key = c.key)`.execute(
    trx,
  );
  const moved =
    by === 'pin'
      ? sql`lat = excluded.lat, lng = excluded.lng, degree = excluded.degree, source = excluded.source,
          former = to_jsonb(places) - 'former', `
      : sql``;
  await sql`
    insert into places (company_id, office_id, key, lat, lng, degree, source, used_at)
    select ${companyId}, ${officeId}, key, lat, lng, degree, source, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as c (key text, lat double precision, lng double precision, degree text,
      source text)
    on conflict (office_id, key) do update set ${moved}used_at = excluded.used_at`.execute(trx);
}

/** Takes back the pins that a person set at an instant: what the office used before is used again. */
export async function restorePlaces(
  trx: Database,
  { officeId }: OfficeKey,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  const pinned = sql`places.office_id = ${officeId} and places.key = any(${keys}::text[])
    and places.used_at = ${at}::timestamptz`;
  await sql`delete from places where ${pinned} and former is null`.execute(trx);
  await sql`
    update places set lat = was.lat, lng = was.lng, degree = was.degree, source = was.source, used_at = was.used_at,
      former = null
    from places as had cross join lateral jsonb_populate_record(null::places, had.former) as was
    where had.office_id = places.office_id and had.key = places.key and ${pinned}`.execute(trx);
}

/** Sources of places that an order brings along. Others are computed from what is known of the address. */
const BROUGHT = ['persona', 'antes', 'archivo'] as const;

/**
 * Adds the places that delivered orders brought along to the book, and those of files to the doors that the company
 * knows. The caller holds the lock on the office's row.
 */
export async function rememberDelivered(
  trx: Database,
  where: OfficeKey,
  orders: readonly number[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const rows = await trx
    .selectFrom('order_details')
    .select(['client_name as clientName', 'recipient', 'address', 'ubigeo', 'lat', 'lng', 'approximate'])
    .select(['place_degree', 'place_source as source'])
    .where(inOffice(where))
    .where(sql<boolean>`id = any(${orders}::bigint[])`)
    .execute();
  const brought = rows.flatMap(({ approximate, place_degree: degree, source, ...row }): UsedPlace[] => {
    if (approximate || !BROUGHT.some((each) => each === (source ?? 'antes'))) return [];
    return [{ ...row, degree: degree ?? 'puerta', source: source ?? 'antes' }];
  });
  await rememberPlaces(trx, where, brought, { by: 'delivery', now });
  const ofFiles = brought.filter(({ source }) => source === 'archivo');
  await rememberDoors(trx, where, ofFiles, { ...exactAs('cuadra', 'archivo'), now });
  await useDoors(trx, where.companyId, rows.flatMap(doorKeysOf), now);
}

/** Enough for years of an office's recipients; 40 MB with its indexes. */
export const MAX_PLACES = 200_000;

/** Removed in one statement, so that none takes long. */
const TRIM_BATCH = 5000;

/** Removes the places above the maximum of each office that were not used for longest. */
export async function trimPlaces(db: Database, most = MAX_PLACES, batch = TRIM_BATCH): Promise<void> {
  const offices = await db.selectFrom('offices').select('id').execute();
  for (const { id } of offices)
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from places where office_id = ${id} and key in (
          select key from places where office_id = ${id} order by used_at desc, key offset ${most} limit ${batch}
        )`.execute(db);
      if (Number(numAffectedRows ?? 0) < batch) break;
    }
}
