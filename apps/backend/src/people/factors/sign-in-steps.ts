import { FACTOR_STEP } from '@despacho/contracts';
import { type FactorFinish, type FactorOutcome, type FactorSetUp } from '@despacho/contracts/factor-calls';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { type MissingProof } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { stepHash } from '../tokens/open-step.ts';
import { findForSignIn, type FoundForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';
import { confirmFactor, startFactor } from './own-factor.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;

/** Ends a sign-in that waits for a code. */
export async function cancelStep({ db }: Pick<PlatformServices, 'db'>, secret: string): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('secret_hash', '=', stepHash(secret)).execute();
}

/**
 * Takes a waiting sign-in and locks its account.
 * @param attempts counted by this call.
 * @returns the account; undefined alike for a step that is unknown, over, of another account, or that misses something else.
 */
async function takeStep(
  trx: Database,
  { sucursal, username, step: secret }: Pick<FactorFinish, 'sucursal' | 'username' | 'step'>,
  { missing, attempts, now }: { missing: MissingProof; attempts: number; now: Date },
): Promise<(FoundForSignIn & { proved: string }) | undefined> {
  const named = await findForSignIn(trx, sucursal, username);
  if (!named) return undefined;
  // In the same order as other changes of the account. A change of the password or a disabled account deletes the step
  // under this lock.
  await lockUsers(trx, [named.person.id]);
  const step = await trx
    .updateTable('sign_in_steps')
    .set((eb) => ({ attempts: eb('attempts', '+', attempts) }))
    .where('secret_hash', '=', stepHash(secret))
    .where('user_id', '=', named.person.id)
    .where('sets_up', '=', missing === 'set-up')
    .where('expires_at', '>', now)
    .where('attempts', '<', FACTOR_STEP.attempts)
    .returning('proved')
    .executeTakeFirst();
  if (!step) return undefined;
  const current = await findForSignIn(trx, sucursal, username);
  return current?.isActive && current.person.id === named.person.id ? { ...current, ...step } : undefined;
}

/** Issues the token of a sign-in that proved everything. */
async function finish(
  trx: Database,
  { config }: Needed,
  { person, proved }: { person: Person; proved: string },
  step: string,
  now: Date,
) {
  if (proved === 'provider')
    await trx.updateTable('provider_links').set({ factor_proved: true }).where('user_id', '=', person.id).execute();
  await trx.deleteFrom('sign_in_steps').where('secret_hash', '=', stepHash(step)).execute();
  const token = await issueToken(trx, person.id, { now, hours: config.tokenHours });
  return { outcome: 'signed-in', login: { token, sucursal: person.office.id, ruc: person.ruc } } as const;
}

/**
 * Finishes a sign-in with a code, once. A recovery code revokes the person's other tokens.
 * @returns `code` alike for a wrong, used or late code, and for a step that is unknown, over, or of another account.
 */
export function finishSignIn(services: Needed, given: FactorFinish): Promise<FactorOutcome> {
  const now = services.clock();
  return transact(services.db, async (trx): Promise<FactorOutcome> => {
    const found = await takeStep(trx, given, { missing: 'code', attempts: 1, now });
    if (!found) return { outcome: 'code' };
    const { person } = found;
    const checked = await checkCode(trx, services, { person, code: given.code, now });
    if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
    const recovery = checked === 'recovery';
    if (recovery) await deleteTokens(trx, person.id);
    return { ...(await finish(trx, services, found, given.step, now)), recovery };
  });
}

/** Begins to set up the second factor that a sign-in lacks. @returns `code` for a step that is not valid. */
export function setUpFactor(services: Needed, given: FactorSetUp): Promise<FactorOutcome> {
  const now = services.clock();
  return transact(services.db, async (trx): Promise<FactorOutcome> => {
    const found = await takeStep(trx, given, { missing: 'set-up', attempts: 0, now });
    const { address, step } = given;
    return found ? startFactor(trx, services, { found, address, step, now }) : { outcome: 'code' };
  });
}

/**
 * Sets up the second factor that a sign-in lacks, and finishes it, once. The person's other tokens are revoked.
 * @returns `code` as `finishSignIn`, and if the factor was not begun or that took too long.
 */
export function finishSetUp(services: Needed, given: FactorFinish): Promise<FactorOutcome> {
  const now = services.clock();
  return transact(services.db, async (trx): Promise<FactorOutcome> => {
    const found = await takeStep(trx, given, { missing: 'set-up', attempts: 1, now });
    if (!found) return { outcome: 'code' };
    const { person } = found;
    const done = await confirmFactor(trx, services, { person, code: given.code, keep: null, now });
    if (done.outcome === 'key') return done;
    if (done.outcome !== 'done') return { outcome: 'code' };
    return { ...(await finish(trx, services, found, given.step, now)), recovery: false, codes: done.codes };
  });
}
