import { PHOTO_SIZES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inSteps } from '../database/in-steps.ts';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { checkPhoto } from './check-photo.ts';
import { fileName, SIZE_FILES } from './evidence-store.ts';
import { type Picture } from './encode-picture.ts';

/** Key in `meta`: the last photo that is checked. Set by migration 062, removed at the end. */
const AFTER = 'photos_to_check_after';
/** An author without an office, so that old photos do not take the turns of one. */
const OLD = { officeId: '', username: 'old photos' };
/** Pause after a failure, such as a database or a decoder that does not answer. */
const RETRY_MS = 60_000;
/** Failures after which a photo stays unchecked. */
const MAX_FAILURES = 3;

type Needed = Pick<Services, 'db' | 'clock' | 'evidence' | 'pictures' | 'logger'>;

const nextPhoto = (db: Database, after: number) =>
  db
    .selectFrom('evidence')
    .innerJoin('order_details as details', (join) =>
      join.onRef('details.office_id', '=', 'evidence.office_id').onRef('details.id', '=', 'evidence.order_id'),
    )
    .selectAll('evidence')
    .select(['details.lat as to_lat', 'details.lng as to_lng', 'details.approximate'])
    .where('evidence.id', '>', after)
    .where('evidence.checked_at', 'is', null)
    .orderBy('evidence.id')
    .limit(1)
    .executeTakeFirst();

/** @returns the smallest stored size of a photo, decoded; undefined if it cannot be read. */
async function readSmallest(
  { evidence, pictures }: Needed,
  file: string,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  const bytes = await evidence.get(fileName(file, 'mini'));
  if (!bytes) return undefined;
  const { mediaType: type } = SIZE_FILES.mini;
  const reply = await pictures.decode({ kind: 'photo', bytes, type, sizes: { mini: PHOTO_SIZES.mini } }, OLD, signal);
  return 'fault' in reply ? undefined : reply.picture;
}

/**
 * Checks the next photo that arrived before migration 062, oldest first. One whose file is missing stays unchecked.
 * @param skipped leaves that photo unchecked too.
 * @returns false if none is left.
 * @throws Refusal busy or unavailable if it cannot be decoded now.
 */
export async function checkNextPhoto(services: Needed, signal: AbortSignal, skipped = false): Promise<boolean> {
  const { db, clock } = services;
  const progress = await db.selectFrom('meta').select('value').where('key', '=', AFTER).executeTakeFirst();
  if (!progress) return false;
  const row = await nextPhoto(db, Number(progress.value));
  if (!row) {
    await db.deleteFrom('meta').where('key', '=', AFTER).execute();
    return false;
  }
  const picture = skipped ? undefined : await readSmallest(services, row.file, signal);
  const office = { companyId: row.company_id, officeId: row.office_id };
  await transact(db, async (trx) => {
    await lockOffice(trx, office);
    if (picture) {
      const { lat, lng, accuracy } = row;
      const checks = await checkPhoto(
        trx,
        office,
        {
          orderId: row.order_id,
          kind: row.kind,
          visit: row.visit,
          arrivedAt: row.arrived_at,
          takenAt: row.at,
          place: lat === null || lng === null ? null : { lat, lng, accuracy },
          isCopy: row.same_as !== null,
          isAsked: false,
        },
        { picture, address: { lat: row.to_lat, lng: row.to_lng, approximate: row.approximate } },
      );
      await trx
        .updateTable('evidence')
        .set({ checked_at: clock(), ...checks })
        .where('office_id', '=', row.office_id)
        .where('id', '=', row.id)
        .execute();
    }
    await sql`update meta set value = ${String(row.id)} where key = ${AFTER} and value::bigint < ${row.id}`.execute(
      trx,
    );
  });
  return true;
}

/**
 * Checks the photos of the 90 days before migration 062, one after the other, with pauses. Older ones stay unchecked:
 * no new photo is compared with them.
 * @param retryMs pause after a failure.
 * @returns a function that stops it after the current photo.
 */
export function checkOldPhotos(services: Needed, retryMs = RETRY_MS): () => Promise<void> {
  const leave = new AbortController();
  // Of the next photo: only a success goes on to another one.
  let failures = 0;
  const check = async (): Promise<boolean | number> => {
    try {
      const more = await checkNextPhoto(services, leave.signal, failures >= MAX_FAILURES);
      failures = 0;
      return more;
    } catch (error) {
      if (leave.signal.aborted) return false;
      // People's photos go first; the next step tries again.
      if (error instanceof Refusal && error.kind === 'busy') return true;
      failures += 1;
      services.logger.warn({ err: error, failures }, 'an older photo could not be checked; it is tried again');
      return retryMs;
    }
  };
  const stop = inSteps(check, () => undefined);
  return () => {
    leave.abort();
    return stop();
  };
}
