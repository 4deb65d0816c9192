import { createHash } from 'node:crypto';
import { type Database } from '../database/open-database.ts';
import { Refusal } from '../refusal.ts';
import { type Dispatcher } from './dispatcher.ts';

/** How long a request may be repeated. */
const KEPT_MS = 24 * 60 * 60_000;

/** A request that may be repeated without being done twice. */
export interface Repeatable {
  /** The person's own name for the request. */
  key: string;
  operation: string;
  /** Everything that makes it this request and no other, checked by its contract: its fields are in a fixed order. */
  content: unknown;
}

/** @returns the answer that was given already, when the request is a repeated one. */
async function claim(
  trx: Database,
  { companyId, officeId, sub }: Dispatcher,
  { key, operation, content }: Repeatable,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const hash = createHash('sha256')
    .update(JSON.stringify([operation, officeId, content]))
    .digest('hex');
  const keys = trx.deleteFrom('idempotency_keys').where('company_id', '=', companyId).where('person', '=', sub);
  await keys.where('created_at', '<', new Date(now.getTime() - KEPT_MS)).execute();
  // Of two at once the second waits here until the first has committed, and then finds its answer.
  const mine = await trx
    .insertInto('idempotency_keys')
    .values({ company_id: companyId, person: sub, key, request_hash: hash, answer: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (mine) return undefined;
  const known = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (known.request_hash !== hash)
    throw new Refusal('unprocessable', 'Esa clave de solicitud ya se usó para otra solicitud');
  return { answer: known.answer };
}

/**
 * Does some work once: a repeated request gets the first one's answer, from the same transaction that did the work.
 * @throws Refusal unprocessable where the key was used for another request.
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
