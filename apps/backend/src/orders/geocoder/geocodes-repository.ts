import { type Point } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

const DAY_MS = 86_400_000;
/** How long an answer is used. Streets rarely move; what was not found may be added to the map. */
const FOUND_DAYS = 90;
const NOTHING_DAYS = 7;

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** @returns cached answers by key: a place, or null if the geocoder found nothing. One query for all. */
export async function findGeocodes(
  db: Database,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Point | null>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('geocodes')
    .select(['key', 'lat', 'lng'])
    .where(sql<boolean>`key = any(${[...new Set(keys)]}::text[])`)
    .where(
      sql<boolean>`at > case when lat is null then ${before(now, NOTHING_DAYS)}::timestamptz
      else ${before(now, FOUND_DAYS)}::timestamptz end`,
    )
    .execute();
  return new Map(rows.map(({ key, lat, lng }) => [key, lat === null || lng === null ? null : { lat, lng }]));
}

/** Caches an answer. */
export async function keepGeocode(db: Database, key: string, found: Point | undefined, now: Date): Promise<void> {
  const row = { lat: found?.lat ?? null, lng: found?.lng ?? null, at: now };
  await db
    .insertInto('geocodes')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Maximum number of all offices together: 40 MB. */
const MAX_GEOCODES = 200_000;
const TRIM_BATCH = 5000;

/** Removes expired answers, and the oldest above the maximum. */
export async function trimGeocodes(db: Database, now: Date, most = MAX_GEOCODES): Promise<void> {
  await sql`
    delete from geocodes where at <= ${before(now, FOUND_DAYS)}::timestamptz
      or (lat is null and at <= ${before(now, NOTHING_DAYS)}::timestamptz)`.execute(db);
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from geocodes where key in (
        select key from geocodes order by at desc, key offset ${most} limit ${TRIM_BATCH}
      )`.execute(db);
    if (Number(numAffectedRows ?? 0) < TRIM_BATCH) break;
  }
}
