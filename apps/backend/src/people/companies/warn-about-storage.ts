import { storageWarningOf } from '@despacho/contracts';
import { sql } from 'kysely';
import { repeatEvery } from '#platform/repeat.ts';
import { type PlatformServices } from '#platform/services.ts';

const EVERY_MS = 60_000;
/** How often a company that stays above a warning is logged again. */
const AGAIN_MS = 60 * 60_000;

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'logger'>;

/** The last line about a company. */
interface Logged {
  percent: number;
  at: number;
}

/**
 * Logs the companies whose storage is nearly full: when they reach a warning, and then once an hour.
 * @param logged by company, for the next call. Companies below every warning are removed from it.
 */
export async function warnAboutStorage({ db, clock, logger }: Needed, logged: Map<string, Logged>): Promise<void> {
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'storage_quota as quota', 'storage_used as used'])
    .where('storage_used', '>', sql<number>`storage_quota / 2`)
    .execute();
  const now = clock().getTime();
  const warned = new Set<string>();
  for (const { id, quota, used } of companies) {
    const percent = storageWarningOf(used, quota);
    if (percent === undefined) continue;
    warned.add(id);
    const last = logged.get(id);
    if (last && percent <= last.percent && now - last.at < AGAIN_MS) continue;
    logged.set(id, { percent, at: now });
    logger.warn(
      { company: id, percent, used, total: quota },
      used < quota
        ? "a company's storage is nearly full"
        : "a company's storage is full: photos of the office are refused",
    );
  }
  for (const id of logged.keys()) if (!warned.has(id)) logged.delete(id);
}

/** Warns about storage once a minute. @returns a function that stops it after the current run. */
export function keepWarningAboutStorage(services: Needed): () => Promise<void> {
  const logged = new Map<string, Logged>();
  return repeatEvery(EVERY_MS, () =>
    warnAboutStorage(services, logged).catch((error: unknown) => {
      services.logger.warn({ err: error }, 'the storage of companies could not be checked');
    }),
  );
}
