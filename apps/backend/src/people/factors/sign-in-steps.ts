import { FACTOR_STEP } from '@despacho/contracts';
import { type FactorFinish, type FactorOutcome, type FactorSetUp } from '@despacho/contracts/factor-calls';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type MissingProof } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { stepHash } from '../tokens/open-step.ts';
import { findForSignIn, type FoundForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';
import { confirmFactor, startFactor } from './own-factor.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;

/** Ends a waiting sign-in. @param secret of its step. */
export async function cancelStep({ db }: Pick<PlatformServices, 'db'>, secret: string): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('secret_hash', '=', stepHash(secret)).execute();
}

type Step = Pick<FactorFinish, 'sucursal' | 'username' | 'step'>;

interface Found extends FoundForSignIn {
  /** What the step proved: `password` or `provider`. */
  proved: string;
}

/**
 * Finds a waiting sign-in and locks its account.
 * @param missing what the step waits for. @param attempts how many this call counts.
 * @returns the account; undefined alike for a step that is unknown, expired, of another account, or waits for something else.
 */
async function takeStep(
  trx: Database,
  { sucursal, username, step: secret }: Step,
  { missing, attempts, now }: { missing: MissingProof; attempts: number; now: Date },
): Promise<Found | undefined> {
  const named = await findForSignIn(trx, sucursal, username);
  if (!named) return undefined;
  // In the same order as other changes of the account. Changing the password or disabling the account deletes the step
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

/** Runs `work` for a waiting sign-in. @returns its outcome, or `code` for a step that `takeStep` does not find. */
const continueStep = (
  { db, clock }: Needed,
  given: Step,
  expected: { missing: MissingProof; attempts: number },
  work: (trx: Database, found: Found, now: Date) => Promise<FactorOutcome>,
): Promise<FactorOutcome> =>
  transact(db, async (trx): Promise<FactorOutcome> => {
    const now = clock();
    const found = await takeStep(trx, given, { ...expected, now });
    return found ? work(trx, found, now) : { outcome: 'code' };
  });

/** Deletes the step of a complete sign-in. @returns the outcome with its access token. */
async function finish(trx: Database, { config }: Needed, { person, proved }: Found, step: string, now: Date) {
  if (proved === 'provider')
    await trx.updateTable('provider_links').set({ factor_proved: true }).where('user_id', '=', person.id).execute();
  await trx.deleteFrom('sign_in_steps').where('secret_hash', '=', stepHash(step)).execute();
  const token = await issueToken(trx, person.id, { now, hours: config.tokenHours });
  return { outcome: 'signed-in', login: { token, sucursal: person.office.id, ruc: person.ruc } } as const;
}

/**
 * Finishes a sign-in with a code, once. A recovery code revokes the person's other tokens.
 * @returns `code` alike for a wrong, used or late code, and for a step that is unknown, expired, or of another account.
 */
export const finishSignIn = (services: Needed, given: FactorFinish): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: 'code', attempts: 1 }, async (trx, found, now) => {
    const { person } = found;
    const checked = await checkCode(trx, services, { person, code: given.code, now });
    if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
    const recovery = checked === 'recovery';
    if (recovery) await deleteTokens(trx, person.id);
    return { ...(await finish(trx, services, found, given.step, now)), recovery };
  });

/** Starts to set up the second factor that a sign-in lacks. @returns as `startFactor`; `code` for a step that is not valid. */
export const setUpFactor = (services: Needed, given: FactorSetUp): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: 'set-up', attempts: 0 }, (trx, found, now) =>
    startFactor(trx, services, { found, address: given.address, step: given.step, now }),
  );

/**
 * Sets up the second factor that a sign-in lacks, and finishes the sign-in, once. Revokes the person's other tokens.
 * @returns `code` as `finishSignIn`, and if setting up the factor was not started or took too long.
 */
export const finishSetUp = (services: Needed, given: FactorFinish): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: 'set-up', attempts: 1 }, async (trx, found, now) => {
    const { person } = found;
    const done = await confirmFactor(trx, services, { person, code: given.code, keep: null, now });
    if (done.outcome === 'key') return done;
    if (done.outcome !== 'done') return { outcome: 'code' };
    return { ...(await finish(trx, services, found, given.step, now)), recovery: false, codes: done.codes };
  });
