import { type FactorView } from '@despacho/contracts';
import { type FactorChange, type FactorOutcome } from '@despacho/contracts/factor-calls';
import { randomBytes } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { proveIdentity } from '../tokens/access-tokens.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { type PasswordActor, placeOf } from '../tokens/store-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { findForSignIn, type FoundForSignIn, lockUsers } from '../users/users-repository.ts';
import { checkCode, MAX_WRONG_CODES, recentWrong } from './check-code.ts';
import { factorSealer } from './factor-secret.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { base32 } from './totp.ts';

/** Of a factor: the length of a SHA-1 digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** How long (ms) a factor may take to set up. */
const SET_UP_MS = 15 * 60_000;

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'config'>;

/** What each change of one's own factor is called. */
export type FactorStep = 'start' | 'confirm' | 'codes' | 'remove';

/** @returns the second factor of an account, without anything secret. */
export async function readFactor(
  { db, clock, config }: Needed,
  { sucursal, username }: { sucursal: string; username: string },
): Promise<FactorView> {
  const found = await findForSignIn(db, sucursal, username);
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
  };
}

/** The address that authenticator apps read from a QR code. */
function uriOf({ username, office }: Person, key: string): string {
  const label = `Despacho:${username} (${office.id})`;
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${key}&issuer=Despacho`;
}

/** Begins to set up a factor. It does not count until a code of it was typed. */
async function start(trx: Database, { config }: Needed, person: Person, now: Date): Promise<FactorOutcome> {
  const sealer = factorSealer(config.secretsKeys);
  if (!sealer) return { outcome: 'key' };
  const secret = randomBytes(SECRET_BYTES);
  const row = { secret: sealer.seal(secret.toString('base64'), person.id), created_at: now, wrong_at: [] };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('factors')
    .values({ user_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('factors.confirmed_at', 'is', null))
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return { outcome: 'state' };
  const key = base32(secret);
  return { outcome: 'started', key, uri: uriOf(person, key) };
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

/** Carries out a change after the password was proved. */
async function change(
  trx: Database,
  services: Needed,
  { what, given, person }: { what: FactorStep; given: FactorChange; person: Person },
): Promise<FactorOutcome> {
  const now = services.clock();
  if (what === 'start') return start(trx, services, person, now);
  const isSettingUp = what === 'confirm';
  const factor = await trx
    .selectFrom('factors')
    .select(['created_at', 'confirmed_at'])
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  const isLate = isSettingUp && now.getTime() - (factor?.created_at.getTime() ?? 0) > SET_UP_MS;
  if (!factor || isSettingUp === (factor.confirmed_at !== null) || isLate) return { outcome: 'state' };
  const checked = await checkCode(trx, services, { person, code: given.code ?? '', now, pending: isSettingUp });
  if (checked !== 'app' && checked !== 'recovery') return { outcome: checked };
  if (what === 'remove') {
    await deleteFactor(trx, person, { actor: person, keep: given.keep, now });
    return { outcome: 'done', codes: [] };
  }
  if (isSettingUp)
    await trx.updateTable('factors').set({ confirmed_at: now }).where('user_id', '=', person.id).execute();
  if (isSettingUp || checked === 'recovery') await deleteTokens(trx, person.id, given.keep);
  const kind = isSettingUp ? 'factor.added' : 'factor.codesRenewed';
  await recordTrail(trx, { kind, ...placeOf(person), actor: person, at: now });
  return { outcome: 'done', codes: await replaceRecoveryCodes(trx, person.id) };
}

/**
 * Changes one's own second factor, given the current password, and a code except for `start`. Setting up, removing and a
 * recovery code end the person's other tokens.
 * @throws Refusal busy if many passwords are being checked.
 */
export async function changeFactor(services: Needed, what: FactorStep, given: FactorChange): Promise<FactorOutcome> {
  const { sucursal, username, current: password } = given;
  let found: FoundForSignIn;
  try {
    found = await proveIdentity(services, { sucursal, username, password });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') return { outcome: 'password' };
    throw error;
  }
  const { person, passwordHash } = found;
  return transact(services.db, async (trx) => {
    // While the password was checked, it may have been replaced, or the account disabled.
    await lockUsers(trx, [person.id]);
    const now = await findForSignIn(trx, sucursal, username);
    if (!now?.isActive || now.person.id !== person.id || now.passwordHash !== passwordHash)
      return { outcome: 'password' };
    return change(trx, services, { what, given, person });
  });
}

/** Removes a lost factor for the server's operator, and signs the person out. @returns whether there was one. */
export const resetFactor = (db: Database, person: Person, now: Date): Promise<boolean> =>
  transact(db, async (trx) => {
    await lockUsers(trx, [person.id]);
    return deleteFactor(trx, person, { actor: { id: null, ...OPERATOR }, now });
  });
