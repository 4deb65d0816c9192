import { FACTOR_STEP } from '@despacho/contracts';
import { type FactorFinish, type FactorOutcome } from '@despacho/contracts/factor-calls';
import { transact } from '#platform/database/transact.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { stepHash } from '../tokens/open-step.ts';
import { findForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';

/** Ends a sign-in that waits for a code. */
export async function cancelStep({ db }: Pick<PlatformServices, 'db'>, secret: string): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('secret_hash', '=', stepHash(secret)).execute();
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
  const isThis = stepHash(step);
  return transact(db, async (trx): Promise<FactorOutcome> => {
    const named = await findForSignIn(trx, sucursal, username);
    if (!named) return { outcome: 'code' };
    // In the same order as other changes of the account. A change of the password or a disabled account deletes the
    // step under this lock.
    await lockUsers(trx, [named.person.id]);
    const waiting = await trx
      .updateTable('sign_in_steps')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('secret_hash', '=', isThis)
      .where('user_id', '=', named.person.id)
      .where('expires_at', '>', now)
      .where('attempts', '<', FACTOR_STEP.attempts)
      .returning('proved')
      .executeTakeFirst();
    const current = waiting ? await findForSignIn(trx, sucursal, username) : undefined;
    if (!current?.isActive || current.person.id !== named.person.id) return { outcome: 'code' };
    const { person } = current;
    const checked = await checkCode(trx, { config }, { person, code, now });
    if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
    const recovery = checked === 'recovery';
    if (recovery) await deleteTokens(trx, person.id);
    if (waiting?.proved === 'provider')
      await trx.updateTable('provider_links').set({ factor_proved: true }).where('user_id', '=', person.id).execute();
    await trx.deleteFrom('sign_in_steps').where('secret_hash', '=', isThis).execute();
    const token = await issueToken(trx, person.id, { now, hours: config.tokenHours });
    return { outcome: 'signed-in', login: { token, sucursal: person.office.id, ruc: person.ruc }, recovery };
  });
}
