import { SET_UP_MINUTES } from '@despacho/contracts';
import { type FactorOutcome } from '@despacho/contracts/factor-calls';
import { type Database } from '#platform/database/open-database.ts';
import { type Person } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { placeOf } from '../tokens/store-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { factorSealer } from './factor-secret.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

const DAY_MS = 24 * 3_600_000;

/** Wrong codes of a person within 24 hours, in all sign-ins together; then only recovery codes are accepted. */
export const MAX_WRONG_CODES = 10;

/** @returns those of the last 24 hours. */
export const recentWrong = (wrongAt: readonly Date[], now: Date): Date[] =>
  wrongAt.filter((at) => now.getTime() - at.getTime() < DAY_MS);

export interface GivenCode {
  person: Person;
  /** As typed. */
  code: string;
  /** Hash of the token that stays valid after a recovery code. */
  keep: string | null;
  now: Date;
}

/**
 * Checks a code of a person's second factor, in the transaction that depends on it, and counts a wrong one. The caller
 * holds the lock of the user's row, so that checks of a person wait for each other in all services, and must commit in
 * any case. A recovery code ends the person's other tokens.
 * @param pending whether the factor is being set up: then it has no recovery codes.
 * @returns `proved`; `code` for a wrong or used code, and without a factor; `blocked` before a code of the app is looked
 * at; `key` if the secret cannot be decrypted; `state` if setting it up was not started or took too long.
 */
export async function checkCode(
  trx: Database,
  { config }: Pick<PlatformServices, 'config'>,
  { person, code, keep, now }: GivenCode,
  pending = false,
): Promise<FactorOutcome> {
  const startedAfter = new Date(now.getTime() - SET_UP_MINUTES * 60_000);
  const factor = await trx
    .selectFrom('factors')
    .select(['secret', 'last_step', 'wrong_at'])
    .where('user_id', '=', person.id)
    .where('confirmed_at', pending ? 'is' : 'is not', null)
    .$if(pending, (query) => query.where('created_at', '>=', startedAfter))
    .executeTakeFirst();
  if (!factor) return { outcome: pending ? 'state' : 'code' };
  const typed = code.replace(/[\s-]/g, '');
  const wrong = recentWrong(factor.wrong_at, now);
  const isFull = wrong.length >= MAX_WRONG_CODES;
  const change = (set: { last_step: number } | { wrong_at: Date[] }) =>
    trx.updateTable('factors').set(set).where('user_id', '=', person.id).execute();
  if (/^\d{6}$/.test(typed)) {
    if (isFull) return { outcome: 'blocked' };
    const key = factorSealer(config.secretsKeys)?.open(factor.secret, person.id);
    if (key === undefined) return { outcome: 'key' };
    const step = stepOfCode(Buffer.from(key, 'base64'), typed, { at: now, after: factor.last_step });
    if (step !== undefined) {
      await change({ last_step: step });
      return { outcome: 'proved', by: 'factor' };
    }
  } else if (!pending && (await useRecoveryCode(trx, person.id, typed, now))) {
    await deleteTokens(trx, person.id, keep);
    await recordTrail(trx, { kind: 'factor.recoveryUsed', ...placeOf(person), actor: person, at: now });
    return { outcome: 'proved', by: 'recovery' };
  }
  if (isFull) return { outcome: 'blocked' };
  await change({ wrong_at: [...wrong, now] });
  if (!pending && wrong.length + 1 === MAX_WRONG_CODES)
    // By somebody who may not be the person.
    await recordTrail(trx, { kind: 'factor.blocked', ...placeOf(person), actor: null, at: now });
  return { outcome: 'code' };
}
