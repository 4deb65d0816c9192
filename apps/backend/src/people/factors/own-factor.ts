import { type FactorView } from '@despacho/contracts';
import { type FactorChange, type FactorOutcome } from '@despacho/contracts/factor-calls';
import { hkdfSync, randomBytes } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { proveIdentity } from '../tokens/access-tokens.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { type PasswordActor, placeOf } from '../tokens/store-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import {
  type AccountName,
  findForSignIn,
  type FoundForSignIn,
  lockForSignIn,
  lockUsers,
} from '../users/users-repository.ts';
import { checkCode, type GivenCode, MAX_WRONG_CODES, recentWrong } from './check-code.ts';
import { factorSealer } from './factor-secret.ts';
import { maySetUp } from './may-set-up.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { base32 } from './totp.ts';

/** Of a factor: the length of a SHA-1 digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;

/** What each change of one's own factor is called. */
export type FactorStep = 'start' | 'confirm' | 'codes' | 'remove';

/** @returns the second factor of an account, without anything secret. */
export async function readFactor({ db, clock, config }: Needed, account: AccountName): Promise<FactorView> {
  const found = await findForSignIn(db, account);
  const factor = await db
    .selectFrom('factors')
    .select(['confirmed_at', 'wrong_at'])
    .select((eb) =>
      eb
        .selectFrom('recovery_codes')
        .whereRef('recovery_codes.user_id', '=', 'factors.user_id')
        .where('used_at', 'is', null)
        .select(eb.fn.countAll<string>().as('left'))
        .as('left'),
    )
    .where('user_id', '=', found?.person.id ?? '')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const wrongCodes = recentWrong(factor?.wrong_at ?? [], clock()).length;
  return {
    available: config.secretsKeys !== undefined,
    since: factor?.confirmed_at?.toISOString() ?? null,
    codesLeft: Number(factor?.left ?? 0),
    wrongCodes,
    onlyRecovery: wrongCodes >= MAX_WRONG_CODES,
    required: found !== undefined && found.factorBy !== null,
  };
}

/** The address that authenticator apps read from a QR code. */
function uriOf({ username, office }: Person, key: string): string {
  const label = `Despacho:${username} (${office.id})`;
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${key}&issuer=Despacho`;
}

interface Start {
  found: FoundForSignIn;
  address: string | undefined;
  /** Secret of the sign-in that lacks the factor; undefined for somebody who is signed in. */
  step?: string;
  now: Date;
}

/**
 * Starts to set up a factor, under the lock of the account. It has no effect until it is confirmed with a code.
 * @returns the key, or `state`, `key` or `permit` as in `factorOutcome`.
 */
export async function startFactor(
  trx: Database,
  { config }: Pick<Needed, 'config'>,
  { found, address, step, now }: Start,
): Promise<FactorOutcome> {
  const { person, hasFactor } = found;
  if (hasFactor) return { outcome: 'state' };
  const sealer = factorSealer(config.secretsKeys);
  if (!sealer) return { outcome: 'key' };
  if (!(await maySetUp(trx, person, address, now))) return { outcome: 'permit' };
  // That of a step is derived from it and the server's key: a reload of its page, as when a phone changes to the app, shows
  // the same one.
  const secret =
    step === undefined
      ? randomBytes(SECRET_BYTES)
      : Buffer.from(hkdfSync('sha256', step, config.secretsKeys?.[0] ?? '', 'despacho/factor-of-step/1', SECRET_BYTES));
  const row = { secret: sealer.seal(secret.toString('base64'), person.id), created_at: now, wrong_at: [] };
  await trx
    .insertInto('factors')
    .values({ user_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  const key = base32(secret);
  return { outcome: 'started', key, uri: uriOf(person, key) };
}

/**
 * Confirms a started factor with a code of it, and revokes the person's other tokens, under the lock of the account.
 * @returns the recovery codes, or why the factor is not set up.
 */
export async function confirmFactor(
  trx: Database,
  services: Pick<Needed, 'config'>,
  given: GivenCode,
): Promise<FactorOutcome> {
  const checked = await checkCode(trx, services, given, true);
  if (checked.outcome !== 'proved') return checked;
  const { person, keep, now } = given;
  await trx.updateTable('factors').set({ confirmed_at: now }).where('user_id', '=', person.id).execute();
  await deleteTokens(trx, person.id, keep);
  await recordTrail(trx, { kind: 'factor.added', ...placeOf(person), actor: person, at: now });
  return { outcome: 'done', codes: await replaceRecoveryCodes(trx, person.id) };
}

/**
 * Removes a factor with its recovery codes, and signs the person out, under the lock of their row.
 * @param keep hash of the token that stays valid. @returns whether there was one.
 */
export async function deleteFactor(
  trx: Database,
  person: Person,
  { actor, keep = null, now }: { actor: PasswordActor; keep?: string | null; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('factors')
    .where('user_id', '=', person.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await deleteTokens(trx, person.id, keep);
  await recordTrail(trx, { kind: 'factor.removed', ...placeOf(person), actor, at: now });
  return true;
}

/**
 * Changes one's own second factor, given the current password, and a code except for `start`. Setting up, removing and a
 * recovery code end the person's other tokens.
 * @throws Refusal busy if many passwords are being checked.
 */
export async function changeFactor(
  services: Needed,
  what: FactorStep,
  { current: password, code = '', address, keep, ...account }: FactorChange,
): Promise<FactorOutcome> {
  const { db, clock } = services;
  const proved = await proveIdentity(services, { ...account, password });
  if (!proved) return { outcome: 'password' };
  return transact(db, async (trx): Promise<FactorOutcome> => {
    const found = await lockForSignIn(trx, proved.person);
    if (found?.passwordHash !== proved.passwordHash) return { outcome: 'password' };
    const { person, hasFactor, factorBy } = found;
    const now = clock();
    const given = { person, code, keep, now };
    if (what === 'start') return startFactor(trx, services, { found, address, now });
    if (what === 'confirm') return confirmFactor(trx, services, given);
    if (!hasFactor) return { outcome: 'state' };
    if (what === 'remove' && factorBy !== null) return { outcome: 'required' };
    const checked = await checkCode(trx, services, given);
    if (checked.outcome !== 'proved') return checked;
    if (what === 'remove') {
      await deleteFactor(trx, person, { actor: person, keep, now });
      return { outcome: 'done', codes: [] };
    }
    await recordTrail(trx, { kind: 'factor.codesRenewed', ...placeOf(person), actor: person, at: now });
    return { outcome: 'done', codes: await replaceRecoveryCodes(trx, person.id) };
  });
}

/** Removes a lost factor for the server's operator, and signs the person out. @returns whether there was one. */
export const resetFactor = (db: Database, person: Person, now: Date): Promise<boolean> =>
  transact(db, async (trx) => {
    await lockUsers(trx, [person.id]);
    return deleteFactor(trx, person, { actor: { id: null, ...OPERATOR }, now });
  });
