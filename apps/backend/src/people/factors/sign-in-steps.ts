import { FACTOR_STEP } from '@despacho/contracts';
import {
  FACTOR_DUE,
  FACTOR_MISSING,
  type FactorFinish,
  type FactorOutcome,
  type FactorSetUp,
} from '@despacho/contracts/factor-calls';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type MissingProof } from '#platform/refusal.ts';
import { secretHash } from '#platform/secrets.ts';
import { type PlatformServices } from '#platform/services.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { type FoundForSignIn, lockNamed } from '../users/users-repository.ts';
import { checkCode } from './check-code.ts';
import { confirmFactor, startFactor } from './own-factor.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;

/** Ends a waiting sign-in. @param step its secret. */
export async function cancelStep({ db }: Pick<Needed, 'db'>, { step }: { step: string }): Promise<FactorOutcome> {
  await db.deleteFrom('sign_in_steps').where('secret_hash', '=', secretHash(step)).execute();
  return { outcome: 'done', codes: [] };
}

interface Waiting extends FoundForSignIn {
  /** What the step proved: `password` or `provider`. */
  proved: string;
}

/**
 * Runs `work` for a waiting sign-in, under the lock of its account. Changing the password or disabling the account deletes
 * the step under this lock.
 * @param missing what the step waits for. @param attempts how many this call counts.
 * @returns its outcome; `code` alike for a step that is unknown, expired, of another account, or waits for something else.
 */
const continueStep = (
  { db, clock }: Needed,
  given: Omit<FactorFinish, 'code'>,
  { missing, attempts }: { missing: MissingProof; attempts: number },
  work: (trx: Database, waiting: Waiting, now: Date) => Promise<FactorOutcome>,
): Promise<FactorOutcome> =>
  transact(db, async (trx): Promise<FactorOutcome> => {
    const now = clock();
    const found = await lockNamed(trx, given);
    const step = await trx
      .updateTable('sign_in_steps')
      .set((eb) => ({ attempts: eb('attempts', '+', attempts) }))
      .where('secret_hash', '=', secretHash(given.step))
      .where('user_id', '=', found?.person.id ?? '')
      .where('sets_up', '=', missing === FACTOR_MISSING)
      .where('expires_at', '>', now)
      .where('attempts', '<', FACTOR_STEP.attempts)
      .returning('proved')
      .executeTakeFirst();
    return found && step ? work(trx, { ...found, ...step }, now) : { outcome: 'code' };
  });

/** Deletes the step of a complete sign-in. @returns the outcome with its access token. */
async function finish(trx: Database, { config }: Needed, { person, proved }: Waiting, step: string, now: Date) {
  if (proved === 'provider')
    await trx.updateTable('provider_links').set({ factor_proved: true }).where('user_id', '=', person.id).execute();
  await trx.deleteFrom('sign_in_steps').where('secret_hash', '=', secretHash(step)).execute();
  const token = await issueToken(trx, person.id, { now, hours: config.tokenHours });
  return { outcome: 'signed-in', login: { token, sucursal: person.office.id, ruc: person.ruc } } as const;
}

/**
 * Finishes a sign-in with a code, once. A recovery code revokes the person's other tokens.
 * @returns `code` alike for a wrong, used or late code, and for a step that is unknown, expired, or of another account.
 */
export const finishSignIn = (services: Needed, given: FactorFinish): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: FACTOR_DUE, attempts: 1 }, async (trx, waiting, now) => {
    const { code, step } = given;
    const checked = await checkCode(trx, services, { person: waiting.person, code, keep: null, now });
    if (checked.outcome !== 'proved') return checked;
    return { ...(await finish(trx, services, waiting, step, now)), recovery: checked.by === 'recovery' };
  });

/** Starts to set up the second factor that a sign-in lacks. @returns as `startFactor`; `code` for a step that is not valid. */
export const setUpFactor = (services: Needed, given: FactorSetUp): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: FACTOR_MISSING, attempts: 0 }, (trx, found, now) =>
    startFactor(trx, services, { found, address: given.address, step: given.step, now }),
  );

/**
 * Sets up the second factor that a sign-in lacks, and finishes the sign-in, once. Revokes the person's other tokens.
 * @returns `code` as `finishSignIn`, and if setting up the factor was not started or took too long.
 */
export const finishSetUp = (services: Needed, given: FactorFinish): Promise<FactorOutcome> =>
  continueStep(services, given, { missing: FACTOR_MISSING, attempts: 1 }, async (trx, waiting, now) => {
    const { code, step } = given;
    const done = await confirmFactor(trx, services, { person: waiting.person, code, keep: null, now });
    if (done.outcome === 'key') return done;
    if (done.outcome !== 'done') return { outcome: 'code' };
    return { ...(await finish(trx, services, waiting, step, now)), recovery: false, codes: done.codes };
  });
