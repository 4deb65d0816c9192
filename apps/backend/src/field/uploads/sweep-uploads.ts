import { transact } from '#platform/database/transact.ts';
import { findOwner } from '#fleet/phones/phones-repository.ts';
import { repeatEvery } from '#platform/repeat.ts';
import { type FieldServices } from '../services.ts';
import { finishUpload } from './finish-upload.ts';
import { lockUpload, resetUpload, staleUploads } from './uploads-repository.ts';

const EVERY_MS = 60 * 60_000;
/** After this long without a request of its phone, the sweep stores a complete photo. */
const ABANDONED_MS = 10 * 60_000;
/** Parts are deleted after this; a phone that returns later sends the photo from the beginning. */
export const STAGED_DAYS = 30;

/**
 * Stores complete photos whose phone did not continue, for example after a crash, and deletes the parts of unfinished
 * ones that nobody continued.
 */
export async function sweepUploads(services: FieldServices, stop: AbortSignal): Promise<void> {
  const { db, clock, logger, config } = services;
  const before = (milliseconds: number): Date => new Date(clock().getTime() - milliseconds);
  for await (const upload of staleUploads(db, { before: before(ABANDONED_MS), complete: true })) {
    if (stop.aborted) return;
    const owner = await findOwner(db, {
      officeId: upload.office_id,
      courierId: upload.courier_id,
      dayTurnsAt: config.dayTurnsAt,
    });
    await finishUpload(services, owner, upload, stop).catch((error: unknown) => {
      // The next run tries again.
      logger.warn({ err: error, upload: upload.id }, 'a complete photo could not be stored');
    });
  }
  const limit = before(STAGED_DAYS * 24 * EVERY_MS);
  for await (const { office_id: officeId, courier_id: courierId, id } of staleUploads(db, {
    before: limit,
    complete: false,
  })) {
    if (stop.aborted) return;
    await transact(db, async (trx) => {
      const upload = await lockUpload(trx, { officeId, courierId }, id);
      if (upload?.state === 'open' && upload.changed_at < limit) await resetUpload(trx, upload);
    });
  }
}

/**
 * Sweeps once an hour.
 * @returns a function that stops it after the current upload.
 */
export function keepUploadsSwept(services: FieldServices): () => Promise<void> {
  const stop = new AbortController();
  const stopRepeating = repeatEvery(EVERY_MS, () =>
    sweepUploads(services, stop.signal).catch((error: unknown) =>
      services.logger.warn({ err: error }, 'unfinished photos could not be swept'),
    ),
  );
  return async () => {
    stop.abort();
    await stopRepeating();
  };
}
