import { forgetAttention } from '#insight/attention/forget-attention.ts';
import { forgetCourierRecords } from '#fleet/couriers/forget-courier-records.ts';
import { type Config, type Retention } from '#platform/config.ts';
import { forgetPersonDays } from '#platform/dispatch/count-changes.ts';
import { forgetKeys } from '#platform/dispatch/idempotency.ts';
import { forgetShiftNotes } from '#insight/handover/handover.ts';
import { forgetExpired } from '#insight/guests/guest-links-repository.ts';
import { forgetClientImports } from '#work/imports/clients/import-clients.ts';
import { deleteExpired } from '#work/imports/imports-repository.ts';
import { removeOldMoney } from '#work/money/remove-old-money.ts';
import { Refusal } from '#platform/refusal.ts';
import { expireTrail } from '#people/trail/expire-trail.ts';
import { forgetAccountChanges } from '#people/users/account-changes.ts';
import { repeatEvery } from '#platform/repeat.ts';
import { type InsightServices } from '#insight/services.ts';
import { recordErasure } from './record-erasure.ts';
import { removeExpired } from './remove-expired.ts';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 86_400_000;

type Needed = Pick<InsightServices, 'db' | 'evidence' | 'logger' | 'clock' | 'config'>;

/** Removes rows of all offices by their age, regardless of settings; runs in this order. */
export const SWEEPS = {
  idempotencyKeys: ({ db, clock }) => forgetKeys(db, clock()),
  imports: ({ db, clock }) => deleteExpired(db, clock()),
  clientImports: ({ db, clock }) => forgetClientImports(db, clock()),
  personDays: ({ db, clock }) => forgetPersonDays(db, clock()),
  accountChanges: ({ db }, signal) => forgetAccountChanges(db, signal),
  attention: ({ db, clock }) => forgetAttention(db, clock()),
  shiftNotes: ({ db, clock }) => forgetShiftNotes(db, clock()),
  trail: async ({ db, clock, logger }, signal) => {
    const expired = await expireTrail(db, clock(), signal);
    if (expired > 0) logger.info({ entries: expired }, 'entries of the trail removed after their retention time');
  },
  courierRecords: ({ db, clock }) => forgetCourierRecords(db, clock()),
} as const satisfies Record<string, (services: Needed, signal: AbortSignal) => Promise<void>>;

/** Removes from all offices what is older than the settings allow, and what expires within a day in any case. */
export async function applyRetention(
  services: Needed,
  retention: Retention,
  { moneyDays = 0, signal = new AbortController().signal }: { moneyDays?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { db, clock, logger } = services;
  for (const sweep of Object.values(SWEEPS)) await sweep(services, signal);
  const offices = await db
    .selectFrom('offices')
    .select(['id as officeId', 'company_id as companyId', 'time_zone as timeZone'])
    .execute();
  for (const office of offices) {
    const now = clock();
    await forgetExpired(db, office, now);
    const before = (kind: keyof Retention) =>
      retention[kind] === 0 ? undefined : new Date(now.getTime() - retention[kind] * DAY_MS);
    const removed = await removeExpired(services, office, before, { signal });
    await recordErasure(db, office, 'retention', removed, now);
    // day: retention in whole days.
    const moneyDay = new Date(now.getTime() - moneyDays * DAY_MS).toISOString().slice(0, 10);
    const { dayTurnsAt } = services.config;
    const money = moneyDays === 0 ? 0 : await removeOldMoney(db, { ...office, dayTurnsAt }, moneyDay, signal);
    if (money > 0) logger.info({ office: office.officeId, entries: money }, 'money removed after its retention time');
    if (Object.values(removed).some((count) => count > 0))
      logger.info({ office: office.officeId, removed }, 'personal data removed after its retention time');
  }
}

/**
 * Applies the retention settings at the start and once an hour.
 * @returns a function that stops it after the current batch.
 */
export function keepRetention(
  services: Needed,
  { retention, moneyRetentionDays: moneyDays }: Pick<Config, 'retention' | 'moneyRetentionDays'>,
): () => Promise<void> {
  const stop = new AbortController();
  const run = () =>
    applyRetention(services, retention, { moneyDays, signal: stop.signal }).catch((error: unknown) => {
      // The next run continues.
      if (error instanceof Refusal) services.logger.info('a backup is running: retention is applied later');
      else services.logger.warn({ err: error }, 'retention could not be applied');
    });
  const stopRepeating = repeatEvery(EVERY_MS, run, run());
  return async () => {
    stop.abort();
    await stopRepeating();
  };
}
