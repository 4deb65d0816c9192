import {
  type CourierTracker,
  DISPATCH_OPERATIONS,
  FIX_DOUBTS,
  FIX_REFUSALS,
  type FixDoubt,
  type FixRefusal,
  UNREADABLE_FIXES,
  type UnreadableFix,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { authorMayAct } from '#people/users/may-act.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Spot } from './judge-fixes.ts';
import { type CourierKey, keyRows, keyText } from './work-spans.ts';

/** A fix as a device measured it, with its corrected time. */
export interface Measured extends Spot {
  /** Meters a second. */
  speed: number | null;
  /** Degrees from north, clockwise. */
  heading: number | null;
  /** Percent, if the device reported it. */
  battery?: number | null;
}

export interface Tracker extends CourierKey {
  tokenHash: string;
  usedAt: Date | null;
  refused: string | null;
}

/** A tracker that has sent nothing is its author's. A connected one is the courier's. @param trackers name or alias. */
const isInUse = (trackers: string) =>
  sql<boolean>`(${sql.ref(`${trackers}.used_at`)} is not null
    or ${authorMayAct(trackers, DISPATCH_OPERATIONS['couriers.track'].policy)})`;

/** The trackers in use. A retired courier has none. */
const trackersOf = (db: Database) =>
  db
    .selectFrom('courier_trackers as trackers')
    .innerJoin('couriers', (join) =>
      join.onRef('couriers.office_id', '=', 'trackers.office_id').onRef('couriers.id', '=', 'trackers.courier_id'),
    )
    .where('couriers.state', '<>', 'retirado')
    .where(isInUse('trackers'));

/** @returns the digests of all valid tokens. */
export const readTrackerHashes = async (db: Database): Promise<string[]> =>
  (await trackersOf(db).select('trackers.token_hash as hash').execute()).map(({ hash }) => hash);

/** @returns the trackers with these tokens, by hash. */
export async function findTrackers(db: Database, hashes: readonly string[]): Promise<Map<string, Tracker>> {
  if (hashes.length === 0) return new Map();
  const rows = await trackersOf(db)
    .select([
      'trackers.token_hash as tokenHash',
      'trackers.office_id as officeId',
      'trackers.courier_id as courierId',
      'trackers.used_at as usedAt',
      'trackers.refused',
    ])
    .where(sql<boolean>`token_hash = any(${hashes}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.tokenHash, row]));
}

/** Records that a tracker was used, why its newest fix was refused or is doubtful, and what could not be read. */
export async function touchTracker(
  db: Database,
  { tokenHash }: Tracker,
  {
    now,
    refused,
    unreadable,
  }: { now: Date; refused: FixRefusal | FixDoubt | null; unreadable: readonly UnreadableFix[] },
): Promise<void> {
  const newest = unreadable.at(-1);
  await db
    .updateTable('courier_trackers')
    .set({ used_at: now, refused })
    .$if(newest !== undefined, (update) =>
      update.set({
        // A device that sends nothing else for years must not overflow it.
        unreadable: sql<number>`least(unreadable + ${unreadable.length}::integer, 1000000)`,
        unreadable_reason: newest ?? null,
        unreadable_at: now,
      }),
    )
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** @returns a stored code, if this release has a text for it. */
const codeIn = <Code extends string>(texts: Readonly<Record<Code, string>>, code: string | null): Code | null =>
  code !== null && Object.hasOwn(texts, code) ? (code as Code) : null;

/** @returns what the office sees of a courier's tracker. */
export async function readTracker(db: Database, office: OfficeKey, courierId: number): Promise<CourierTracker | null> {
  const row = await db
    .selectFrom('courier_trackers')
    .select(['connected_at', 'used_at', 'refused', 'unreadable', 'unreadable_reason', 'unreadable_at'])
    .select(['notice_at', 'notice_user'])
    .where(inOffice(office))
    .where('courier_id', '=', courierId)
    .where(isInUse('courier_trackers'))
    .executeTakeFirst();
  if (!row) return null;
  const { refused, unreadable: count, unreadable_reason: reason, unreadable_at: at } = row;
  const newest = codeIn(UNREADABLE_FIXES, reason);
  return {
    connectedAt: row.connected_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
    notice: row.notice_at && { at: row.notice_at.toISOString(), by: row.notice_user },
    refused: codeIn(FIX_REFUSALS, refused),
    doubted: codeIn(FIX_DOUBTS, refused),
    unreadable: newest && at ? { count, newest, at: at.toISOString() } : null,
  };
}

/** @returns whether the holder of a token was informed; undefined for an unknown token. */
export async function findNotice(db: Database, tokenHash: string): Promise<boolean | undefined> {
  const row = await trackersOf(db).select('notice_at').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row && row.notice_at !== null;
}

/**
 * Records that a courier was informed about the tracker; the first time counts. @param user who gave it on paper, if so.
 * @returns whether it was the first time.
 */
export async function recordNotice(
  db: Database,
  tracker: { tokenHash: string } | (OfficeKey & { courierId: number }),
  now: Date,
  user: string | null,
): Promise<boolean> {
  const change = db
    .updateTable('courier_trackers')
    .set({ notice_at: now, notice_user: user })
    .where('notice_at', 'is', null);
  const { numUpdatedRows } = await (
    'tokenHash' in tracker
      ? change.where('token_hash', '=', tracker.tokenHash)
      : change.where(inOffice(tracker)).where('courier_id', '=', tracker.courierId)
  ).executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Stores the token of a courier's tracker in place of the previous one. */
export async function replaceTracker(
  trx: Database,
  {
    tokenHash,
    companyId,
    officeId,
    courierId,
    now,
    author,
  }: OfficeKey & { tokenHash: string; courierId: number; now: Date; author: string | null },
): Promise<void> {
  await removeTracker(trx, { companyId, officeId }, courierId);
  await trx
    .insertInto('courier_trackers')
    .values({
      token_hash: tokenHash,
      company_id: companyId,
      office_id: officeId,
      courier_id: courierId,
      connected_at: now,
      used_at: null,
      refused: null,
      notice_at: null,
      notice_user: null,
      author_id: author,
    })
    .execute();
}

/** Revokes the token of a courier's tracker. */
export async function removeTracker(db: Database, office: OfficeKey, courierId: number): Promise<void> {
  await db.deleteFrom('courier_trackers').where(inOffice(office)).where('courier_id', '=', courierId).execute();
}

/** Revokes the tokens of all trackers of an office. */
export async function removeTrackers(db: Database, office: OfficeKey): Promise<void> {
  await db.deleteFrom('courier_trackers').where(inOffice(office)).execute();
}

/** The newest position, with what the device said of itself there. */
type NewestSpot = Spot & { speed?: number | null | undefined; battery?: number | null | undefined };

export interface Newest {
  newest: NewestSpot;
  suspect: Spot | null;
}

/** @returns the newest position of couriers, by `keyText`. */
export async function newestOf(db: Database, keys: readonly CourierKey[]): Promise<Map<string, Newest>> {
  const { rows } = await sql<CourierKey & Omit<NewestSpot, 'at'> & { at: Date; suspect: Spot | null }>`
    with keys as (${keyRows(keys)})
    select office_id as "officeId", courier_id as "courierId", at, lat, lng, accuracy, speed, battery, suspect
    from courier_positions join keys using (office_id, courier_id)`.execute(db);
  return new Map(
    rows.map(({ at, lat, lng, accuracy, speed, battery, suspect, ...key }) => [
      keyText(key),
      { newest: { at: at.getTime(), lat, lng, accuracy, speed, battery }, suspect },
    ]),
  );
}

/** @returns for each courier the stored position just before an instant, without doubtful ones, by `keyText`. */
export async function storedBefore(
  db: Database,
  late: readonly (CourierKey & { at: number })[],
): Promise<Map<string, Spot>> {
  if (late.length === 0) return new Map();
  const given = late.map(({ at, ...key }) => ({ ...key, at: new Date(at) }));
  const { rows } = await sql<CourierKey & Omit<Spot, 'at'> & { at: Date }>`
    select given."officeId", given."courierId", stored.*
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given ("officeId" text, "courierId" bigint, at timestamptz),
    lateral (
      select at, lat, lng, accuracy from positions
      where office_id = given."officeId" and courier_id = given."courierId"
        and positions.at < given.at and positions.at > given.at - interval '1 hour' and doubt is null
      order by positions.at desc limit 1
    ) as stored`.execute(db);
  return new Map(
    rows.map(({ at, lat, lng, accuracy, ...key }) => [keyText(key), { at: at.getTime(), lat, lng, accuracy }]),
  );
}

export interface StoredFix extends CourierKey, Measured {
  /** Why it is on no map; null for a plausible one. */
  doubt: FixDoubt | null;
  source: 'page' | 'tracker';
}

/** A number for a column of type `real`, which rejects those that are too small for it, and with them the whole batch. */
const realOf = (value: number | null): number | null => (value !== null && Math.abs(value) < 1e-6 ? 0 : value);

/** Receivers measure once a second. A phone that claims more must not fill the disk. */
export const wholeSecond = (at: number): Date => new Date(Math.floor(at / 1000) * 1000);

/**
 * Stores positions, and the newest of couriers, in one statement. A courier has one position for each second, and the
 * newest never moves back in time.
 */
export async function storePositions(
  db: Database,
  fixes: readonly StoredFix[],
  newest: readonly (CourierKey & Newest)[],
  now: Date,
): Promise<void> {
  const timed = <T extends Spot>(row: T) => ({ ...row, at: new Date(row.at), accuracy: realOf(row.accuracy) });
  const rows = fixes.map((fix) => ({
    ...timed(fix),
    at: wholeSecond(fix.at),
    speed: realOf(fix.speed),
    heading: realOf(fix.heading),
  }));
  const heads = newest
    .map(({ newest: spot, ...rest }) => ({ ...rest, ...timed(spot), speed: realOf(spot.speed ?? null) }))
    // In one order, so that two processes cannot deadlock.
    .toSorted((one, other) => one.courierId - other.courierId);
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fix (
        "officeId" text, "courierId" bigint, at timestamptz, lat double precision, lng double precision,
        accuracy real, speed real, heading real, doubt text, source text)
    ), stored as (
      insert into positions (office_id, courier_id, at, lat, lng, accuracy, speed, heading, doubt, source, arrived_at)
      select "officeId", "courierId", at, lat, lng, accuracy, speed, heading, doubt, source, ${now}::timestamptz from given
      on conflict do nothing
    )
    insert into courier_positions as before (
      office_id, courier_id, at, lat, lng, accuracy, speed, battery, suspect, arrived_at)
    select "officeId", "courierId", at, lat, lng, accuracy, speed, battery, suspect, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as head (
      "officeId" text, "courierId" bigint, at timestamptz, lat double precision, lng double precision,
      accuracy real, speed real, battery smallint, suspect jsonb)
    on conflict (office_id, courier_id) do update set
      at = excluded.at, lat = excluded.lat, lng = excluded.lng, accuracy = excluded.accuracy,
      speed = excluded.speed, battery = excluded.battery,
      suspect = excluded.suspect, arrived_at = excluded.arrived_at
    where excluded.at >= before.at`.execute(db);
}
