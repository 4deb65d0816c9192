import { FACTOR_STEP } from '@despacho/contracts';
import { hash, randomBytes } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_SIGN_IN_STEPS } from '#platform/database/table-bounds.ts';

/** The stored form of a step's secret. With its full entropy, one round of SHA-256 cannot be reversed. */
export const stepHash = (secret: string): string => hash('sha256', secret);

/**
 * Records that a person proved their password, or who they are at their company's provider, and that a code is missing, in
 * the transaction that proved it. The oldest of too many such sign-ins of a person ends.
 * @returns the secret with which the sign-in continues; it is not stored.
 */
export async function openStep(
  trx: Database,
  userId: string,
  now: Date,
  proved: 'password' | 'provider' = 'password',
): Promise<string> {
  await trx.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();
  const newest = trx
    .selectFrom('sign_in_steps')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SIGN_IN_STEPS - 1);
  await trx.deleteFrom('sign_in_steps').where('user_id', '=', userId).where('secret_hash', 'not in', newest).execute();
  const secret = randomBytes(32).toString('base64url');
  await trx
    .insertInto('sign_in_steps')
    .values({
      secret_hash: stepHash(secret),
      user_id: userId,
      proved,
      created_at: now,
      expires_at: new Date(now.getTime() + FACTOR_STEP.minutes * 60_000),
    })
    .execute();
  return secret;
}
