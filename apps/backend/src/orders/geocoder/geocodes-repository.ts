import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { ANSWER_DEGREES, type GeocodedPlace } from './judge-answer.ts';
import { trimCalls } from './pace.ts';

const DAY_MS = 86_400_000;
/** How long an answer is used. Streets rarely move; what was not found may be added to the map. */
const FOUND_DAYS = 90;
const NOTHING_DAYS = 7;

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Of answers of before they were judged, and of a point that several doors share. */
const UNJUDGED = { degree: 'calle', radius: 500 } as const;

/** Doors at one point from which on it is the centre of something larger. */
const MAX_DOORS = 2;

function judgedAs(degree: string | null, radius: number | null): Pick<GeocodedPlace, 'degree' | 'radius'> {
  const known = ANSWER_DEGREES.find((each) => each === degree);
  return known !== undefined && radius !== null ? { degree: known, radius } : UNJUDGED;
}

/** @returns cached answers by key: a place, or null if the geocoder found nothing. One query for all. */
export async function findGeocodes(
  db: Database,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GeocodedPlace | null>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('geocodes')
    .select(['key', 'lat', 'lng', 'degree', 'radius'])
    .where(sql<boolean>`key = any(${[...new Set(keys)]}::text[])`)
    .where(
      sql<boolean>`at > case when lat is null then ${before(now, NOTHING_DAYS)}::timestamptz
      else ${before(now, FOUND_DAYS)}::timestamptz end`,
    )
    .execute();
  return new Map(
    rows.map(({ key, lat, lng, degree, radius }) => [
      key,
      lat === null || lng === null ? null : { lat, lng, ...judgedAs(degree, radius) },
    ]),
  );
}

/**
 * Caches an answer. A point that was given for more than two doors is the centre of something larger: its answers become
 * those of a street.
 * @param door identifies the door asked for; null if the query states none.
 * @returns the answer as it is cached.
 */
export async function keepGeocode(
  db: Database,
  key: string,
  found: GeocodedPlace | undefined,
  now: Date,
  door: string | null = null,
): Promise<GeocodedPlace | undefined> {
  const { lat = null, lng = null, degree = null, radius = null } = found ?? {};
  const row = { lat, lng, degree, radius, door, at: now };
  await db
    .insertInto('geocodes')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
  if (found?.degree !== 'cuadra') return found;
  const { numAffectedRows } = await sql`
    update geocodes set degree = ${UNJUDGED.degree}, radius = ${UNJUDGED.radius}
    where lat = ${found.lat} and lng = ${found.lng} and degree = 'cuadra' and (
      select count(distinct door) from geocodes where lat = ${found.lat} and lng = ${found.lng}
    ) > ${MAX_DOORS}`.execute(db);
  return Number(numAffectedRows ?? 0) > 0 ? { ...found, ...UNJUDGED } : found;
}

/** Maximum number of all offices together: 40 MB. */
const MAX_GEOCODES = 200_000;
const TRIM_BATCH = 5000;

/** Removes expired answers, the oldest above the maximum, and the counts of calls of past days. */
export async function trimGeocodes(db: Database, now: Date, most = MAX_GEOCODES): Promise<void> {
  await trimCalls(db, now);
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
