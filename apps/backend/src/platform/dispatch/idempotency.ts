import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { Refusal } from '../refusal.ts';
import { type PlatformServices } from '../services.ts';
import { type Dispatcher } from './dispatcher.ts';

/** How long a key is kept. */
const KEPT_MS = 24 * 60 * 60_000;

/** A request that can be repeated without being carried out twice. */
export interface Repeatable {
  /** The person's idempotency key. */
  key: string;
  operation: string;
  /** The validated content, in fixed field order, to detect another request with the same key. */
  content: unknown;
}

/** Deletes the expired keys of people who no longer make requests: their stored responses name recipients. */
export async function forgetKeys(db: Database, now: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (company_id, person, key) in (
      select company_id, person, key from idempotency_keys
      where created_at < ${new Date(now.getTime() - KEPT_MS)}::timestamptz
      for update skip locked
    )`.execute(db);
}

const hashOf = ({ officeId }: Dispatcher, { operation, content }: Repeatable): string =>
  hash('sha256', JSON.stringify([operation, officeId, content]));

/** @throws Refusal unprocessable if the stored request is another one. */
function requireSame(stored: string, wanted: string): void {
  if (stored !== wanted) throw new Refusal('unprocessable', 'Esa clave de solicitud ya se usó para otra solicitud');
}

const keyOf = (db: Database, { companyId, sub }: Dispatcher, key: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('key', '=', key);

/**
 * @returns the stored response of an earlier, equal request, without waiting for a concurrent one; for work that is done
 * before the transaction. @throws Refusal as `once`.
 */
export async function findAnswer<A extends object>(
  db: Database,
  dispatcher: Dispatcher,
  request: Repeatable,
  now: Date,
): Promise<A | undefined> {
  const known = await keyOf(db, dispatcher, request.key)
    .where('created_at', '>=', new Date(now.getTime() - KEPT_MS))
    .executeTakeFirst();
  if (!known) return undefined;
  requireSame(known.request_hash, hashOf(dispatcher, request));
  return known.answer as A;
}

/** @returns the stored response if the request is a repetition. */
async function claim(
  trx: Database,
  dispatcher: Dispatcher,
  request: Repeatable,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const { companyId, sub } = dispatcher;
  const { key } = request;
  const requestHash = hashOf(dispatcher, request);
  const keys = trx.deleteFrom('idempotency_keys').where('company_id', '=', companyId).where('person', '=', sub);
  await keys.where('created_at', '<', new Date(now.getTime() - KEPT_MS)).execute();
  // Of two concurrent requests, the second waits here until the first commits, and then finds its response.
  const mine = await trx
    .insertInto('idempotency_keys')
    .values({ company_id: companyId, person: sub, key, request_hash: requestHash, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (mine) return undefined;
  const known = await keyOf(trx, dispatcher, key).executeTakeFirstOrThrow();
  requireSame(known.request_hash, requestHash);
  return { answer: known.answer };
}

/**
 * Runs some work once: a repeated request gets the first one's response, stored in the same transaction as the work.
 * @throws Refusal unprocessable if the key was used for another request.
 */
export async function once<A extends object>(
  trx: Database,
  dispatcher: Dispatcher,
  request: Repeatable,
  now: Date,
  work: () => Promise<A>,
): Promise<{ answer: A; repeated: boolean }> {
  const given = await claim(trx, dispatcher, request, now);
  if (given) return { answer: given.answer as A, repeated: true };
  const answer = await work();
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('company_id', '=', dispatcher.companyId)
    .where('person', '=', dispatcher.sub)
    .where('key', '=', request.key)
    .execute();
  return { answer, repeated: false };
}

/**
 * Carries out a repeatable request in one transaction, and wakes the office's streams unless it is a repetition.
 * @param hasChanged whether there are events to read.
 * @throws Refusal as `once`.
 */
export async function transactOnce<A extends object>(
  { db, clock, feed }: Pick<PlatformServices, 'db' | 'clock'> & { feed: Pick<PlatformServices['feed'], 'nudge'> },
  dispatcher: Dispatcher,
  request: Repeatable,
  work: (trx: Database, now: Date) => Promise<A>,
  hasChanged: (answer: A) => boolean = () => true,
): Promise<A> {
  const now = clock();
  const { answer, repeated } = await transact(db, (trx) => once(trx, dispatcher, request, now, () => work(trx, now)), {
    repeatable: true,
  });
  if (!repeated && hasChanged(answer)) feed.nudge(dispatcher.officeId);
  return answer;
}
