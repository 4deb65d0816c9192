import { ALIKE_DAYS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { ALIKE_BITS, differingBits } from './picture-hash.ts';

/** First digits of the four bands of a hash, from 1, as in the indexes. */
const BANDS = [1, 5, 9, 13] as const;
/** Digits of a band. */
const BAND = 4;
/** Photos with the same band that are compared, the newest: a band that thousands share costs no more than this. */
const MAX_COMPARED = 50;

const DAY_MS = 86_400_000;

/** A photo of an order, whose picture is compared with those of others. */
export interface Compared {
  orderId: number;
  /** The phone's id of its visit. */
  visit: string | null;
  arrivedAt: Date;
}

/** The condition that a photo belongs to another stop: orders that were closed together at one door share their photos. */
export const atAnotherDoor = (officeId: string, visit: string) => sql<boolean>`not exists (
  select from field_visits as one join field_visits as other
    on other.office_id = one.office_id and other.courier_id = one.courier_id and other.door = one.door
  where one.office_id = ${officeId} and one.visit = ${visit}::uuid and other.visit = evidence.visit)`;

/**
 * Compares a picture with those of the office's other orders that arrived up to 90 days before it. Only pictures with a band
 * in common are read, by an index: pictures that differ in up to three bits always have one.
 * @param hashes of the picture, and of it turned; null without structure.
 * @returns the id of the first order with nearly the same picture; null without one.
 */
export async function findAlike(
  db: Database,
  officeId: string,
  hashes: readonly (string | null)[],
  { orderId, visit, arrivedAt }: Compared,
): Promise<number | null> {
  const wanted = [...new Set(hashes.filter((hash) => hash !== null))];
  if (wanted.length === 0) return null;
  const since = new Date(arrivedAt.getTime() - ALIKE_DAYS * DAY_MS);
  const bands = wanted.flatMap((hash) => BANDS.map((from) => ({ hash, from })));
  const candidates = bands.map(
    ({ hash, from }) => sql`(
      select id, picture_hash as hash from evidence
      where office_id = ${officeId} and substr(picture_hash, ${sql.lit(from)}, ${sql.lit(BAND)}) = ${hash.slice(from - 1, from - 1 + BAND)}
        and picture_hash is not null and arrived_at > ${since}::timestamptz and arrived_at <= ${arrivedAt}::timestamptz
        and order_id <> ${orderId}
      order by arrived_at desc limit ${sql.lit(MAX_COMPARED)})`,
  );
  const { rows } = await sql<{ id: number; hash: string }>`${sql.join(candidates, sql` union `)}`.execute(db);
  const alike = rows
    .filter((row) => wanted.some((hash) => differingBits(row.hash, hash) <= ALIKE_BITS))
    .map(({ id }) => id);
  if (alike.length === 0) return null;
  const first = await db
    .selectFrom('evidence')
    .select('order_id')
    .where('office_id', '=', officeId)
    .where(sql<boolean>`id = any(${alike}::bigint[])`)
    .$if(visit !== null, (photos) => photos.where(atAnotherDoor(officeId, visit ?? '')))
    .orderBy('arrived_at')
    .orderBy('id')
    .executeTakeFirst();
  return first?.order_id ?? null;
}
