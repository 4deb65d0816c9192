import { FACTOR_STEP } from '@despacho/contracts';
import { type FactorFinish, type FactorOutcome } from '@despacho/contracts/factor-calls';
import { hash, randomBytes } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_SIGN_IN_STEPS } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { findForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';

/** The stored form of a step's secret. With its full entropy, one round of SHA-256 cannot be reversed. */
const secretHash = (secret: string): string => hash('sha256', secret);

/**
 * Records that a person proved their password, and that a code is missing, in the transaction that proved it. The oldest
 * of too many such sign-ins of a person ends.
 * @returns the secret with which the sign-in continues; it is not stored.
 */
export async function openStep(trx: Database, userId: string, now: Date): Promise<string> {
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
      secret_hash: secretHash(secret),
      user_id: userId,
      proved: 'password',
      created_at: now,
      expires_at: new Date(now.getTime() + FACTOR_STEP.minutes * 60_000),
    })
    .execute();
  return secret;
}

/** Ends a sign-in that waits for a code. */
export async function cancelStep({ db }: Pick<PlatformServices, 'db'>, secret: string): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('secret_hash', '=', secretHash(secret)).execute();
}

/**
 * Finishes a sign-in with a code, once. A recovery code revokes the person's other tokens.
 * @returns `code` alike for a wrong, used or late code, and for a step that is unknown, over, or of another account.
 */
export function finishSignIn(
  { db, clock, config }: Pick<PlatformServices, 'db' | 'clock' | 'config'>,
  { sucursal, username, step, code }: FactorFinish,
): Promise<FactorOutcome> {
  const now = clock();
  const isThis = secretHash(step);
  return transact(db, async (trx): Promise<FactorOutcome> => {
    const named = await findForSignIn(trx, sucursal, username);
    if (!named) return { outcome: 'code' };
    // In the same order as other changes of the account. Whoever changes the password or disables the account deletes the
    // step under this lock.
    await lockUsers(trx, [named.person.id]);
    const { numUpdatedRows } = await trx
      .updateTable('sign_in_steps')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('secret_hash', '=', isThis)
      .where('user_id', '=', named.person.id)
      .where('expires_at', '>', now)
      .where('attempts', '<', FACTOR_STEP.attempts)
      .executeTakeFirst();
    const current = numUpdatedRows > 0n ? await findForSignIn(trx, sucursal, username) : undefined;
    if (!current?.isActive || current.person.id !== named.person.id) return { outcome: 'code' };
    const { person } = current;
    const checked = await checkCode(trx, { config }, { person, code, now });
    if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
    const recovery = checked === 'recovery';
    if (recovery) await deleteTokens(trx, person.id);
    await trx.deleteFrom('sign_in_steps').where('secret_hash', '=', isThis).execute();
    const token = await issueToken(trx, person.id, { now, hours: config.tokenHours });
    return { outcome: 'signed-in', login: { token, sucursal: person.office.id, ruc: person.ruc }, recovery };
  });
}
