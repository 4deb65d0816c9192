import { setTimeout as pause } from 'node:timers/promises';
import { RETAINED, type Retention } from '#platform/config.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { transact } from '#platform/database/transact.ts';
import { removePicture } from '#field/evidence/add-evidence.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type InsightServices } from '#insight/services.ts';
import { mayRemovePhotos } from '../backup/backup-lease.ts';
import { EXPIRING, type OldRow } from './expiring.ts';

/** Rows per transaction: changes of the office wait for it. */
const BATCH = 200;
/** Shortest pause between batches, in milliseconds. A pause is as long as its batch took, to leave others half of the time. */
const PAUSE_MS = 20;

type Stores = Pick<InsightServices, 'db' | 'evidence' | 'logger'>;

type Removed = Record<(typeof RETAINED)[number], number>;

/** Rows per query of a count. */
const PAGE = 5000;

/** How many rows of each kind are from before an instant, counted page by page. */
export async function countExpired(db: Database, office: OfficeKey, before: Date, page = PAGE): Promise<Removed> {
  const counts: Removed = { photos: 0, signatures: 0, documents: 0 };
  for (const kind of RETAINED)
    for (const { oldest } of EXPIRING[kind]) {
      const rows = readPages<OldRow>(
        page,
        async (after) => (await oldest(office, before, { limit: page, after }).execute(db)).rows,
      );
      for await (const _ of rows) counts[kind] += 1;
    }
  return counts;
}

/**
 * Transaction that removes photos, followed by the removal of their files.
 * @param work returns those files. @throws Refusal conflict while a backup is running.
 */
export async function removing(
  { db, evidence, logger }: Stores,
  office: OfficeKey,
  work: (trx: Database) => Promise<string[]>,
): Promise<void> {
  const files = await transact(db, async (trx) => {
    if (!(await mayRemovePhotos(trx))) throw conflict('A backup is running. Repeat this when it is done.');
    await lockOffice(trx, office);
    return work(trx);
  });
  for (const file of files) await removePicture({ evidence, logger }, file);
}

/**
 * Removes what is older than a number of days, or from before an instant, in batches with pauses. Concurrent
 * processes take turns at the office's row.
 * @param before by kind of data; undefined keeps it. @returns how many rows were removed or cleared.
 */
export async function removeExpired(
  stores: Stores,
  office: OfficeKey,
  before: (kind: keyof Retention) => Date | undefined,
  { signal = new AbortController().signal, batch = BATCH } = {},
): Promise<Removed> {
  const removed: Removed = { photos: 0, signatures: 0, documents: 0 };
  for (const kind of RETAINED) {
    const limit = before(kind);
    if (!limit) continue;
    for (const { oldest, remove } of EXPIRING[kind]) {
      let count = batch;
      while (count === batch && !signal.aborted) {
        const began = performance.now();
        // Most of the time there is nothing to remove, and no reason to lock the office.
        if ((await oldest(office, limit, { limit: 1 }).execute(stores.db)).rows.length === 0) break;
        await removing(stores, office, async (trx) => {
          const { rows } = await oldest(office, limit, { limit: batch }).execute(trx);
          const ids = rows.map(({ id }) => id);
          count = ids.length;
          return remove(trx, office, ids);
        });
        removed[kind] += count;
        await pause(Math.max(PAUSE_MS, performance.now() - began));
      }
    }
  }
  return removed;
}
