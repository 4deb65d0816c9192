import { FACTOR_STEP, SET_UP_MINUTES } from '@despacho/contracts';
import { FACTOR_DUE, FACTOR_MISSING } from '@despacho/contracts/factor-calls';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_SIGN_IN_STEPS } from '#platform/database/table-bounds.ts';
import { type MissingProof } from '#platform/refusal.ts';
import { newSecret, secretHash } from '#platform/secrets.ts';
import { type FoundForSignIn } from '../users/users-repository.ts';

/** @returns what is missing after the password or the provider's account; undefined if nothing is. */
export function missingProof({ hasFactor, factorBy }: FoundForSignIn, now: Date): MissingProof | undefined {
  if (hasFactor) return FACTOR_DUE;
  return factorBy !== null && factorBy <= now ? FACTOR_MISSING : undefined;
}

/**
 * Stores what a person proved and what is missing, in the transaction of the proof. Above the limit, the person's oldest
 * step is deleted.
 * @returns the secret with which the sign-in continues; only its hash is stored.
 */
export async function openStep(
  trx: Database,
  userId: string,
  { missing, proved, now }: { missing: MissingProof; proved: 'password' | 'provider'; now: Date },
): Promise<string> {
  const mustSetUp = missing === FACTOR_MISSING;
  const minutes = mustSetUp ? SET_UP_MINUTES : FACTOR_STEP.minutes;
  await trx.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();
  const newest = trx
    .selectFrom('sign_in_steps')
    .select('secret_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_SIGN_IN_STEPS - 1);
  await trx.deleteFrom('sign_in_steps').where('user_id', '=', userId).where('secret_hash', 'not in', newest).execute();
  const secret = newSecret();
  await trx
    .insertInto('sign_in_steps')
    .values({
      secret_hash: secretHash(secret),
      user_id: userId,
      proved,
      sets_up: mustSetUp,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute();
  return secret;
}
