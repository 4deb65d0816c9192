import { setTimeout as pause } from 'node:timers/promises';
import { RETAINED, type Retention } from '../config.ts';
import { type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { removePicture } from '../evidence/add-evidence.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { mayRemovePhotos } from '../backup/backup-lease.ts';
import { EXPIRING } from './expiring.ts';

/** Rows per transaction: changes of the office wait for it. */
const BATCH = 200;
/** Shortest pause between batches, in milliseconds. A pause is as long as its batch took, to leave others half of the time. */
const PAUSE_MS = 20;

type Stores = Pick<Services, 'db' | 'evidence' | 'logger'>;

type Removed = Record<(typeof RETAINED)[number], number>;

/** How many rows of each kind are from before an instant. */
export async function countExpired(db: Database, office: OfficeKey, before: Date): Promise<Removed> {
  const counts: Removed = { photos: 0, signatures: 0, documents: 0 };
  for (const kind of RETAINED)
    for (const { find } of EXPIRING[kind]) counts[kind] += (await find(db, office, before)).length;
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
    if (!(await mayRemovePhotos(trx)))
      throw new Refusal('conflict', 'A backup is running. Repeat this when it is done.');
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
    for (const { find, remove } of EXPIRING[kind]) {
      let count = batch;
      while (count === batch && !signal.aborted) {
        const began = performance.now();
        // Most of the time there is nothing to remove, and no reason to lock the office.
        if ((await find(stores.db, office, limit, 1)).length === 0) break;
        await removing(stores, office, async (trx) => {
          const ids = await find(trx, office, limit, batch);
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
