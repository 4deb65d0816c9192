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
 * @returns false if none is left.
 * @throws Refusal busy or unavailable if it cannot be decoded now.
 */
export async function checkNextPhoto(services: Needed, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = services;
  const progress = await db.selectFrom('meta').select('value').where('key', '=', AFTER).executeTakeFirst();
  if (!progress) return false;
  const row = await nextPhoto(db, Number(progress.value));
  if (!row) {
    await db.deleteFrom('meta').where('key', '=', AFTER).execute();
    return false;
  }
  const picture = await readSmallest(services, row.file, signal);
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
 * @returns a function that stops it after the current photo.
 */
export function checkOldPhotos(services: Needed): () => Promise<void> {
  const leave = new AbortController();
  const check = (): Promise<boolean> =>
    checkNextPhoto(services, leave.signal).catch((error: unknown) => {
      // People's photos go first; the next step tries again.
      if (error instanceof Refusal && error.kind === 'busy') return !leave.signal.aborted;
      throw error;
    });
  const stop = inSteps(check, (error) => {
    if (error !== undefined && !leave.signal.aborted)
      services.logger.warn({ err: error }, 'older photos could not be checked; the next start continues');
  });
  return () => {
    leave.abort();
    return stop();
  };
}
