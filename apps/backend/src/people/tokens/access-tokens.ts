import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { FactorDue, PasswordTemporary, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { passwordMatches } from '../users/passwords.ts';
import { TEMPORARY_DAYS } from '../passwords/temporary-days.ts';
import { secretHash } from '#platform/secrets.ts';
import {
  type AccountName,
  findByToken,
  findForSignIn,
  type FoundForSignIn,
  lockForSignIn,
} from '../users/users-repository.ts';
import { issueToken } from './issue-token.ts';
import { missingProof, openStep } from './open-step.ts';

const HOUR_MS = 3_600_000;
const NEVER = new AbortController().signal;

/** How long (ms) a sign-in waits for its turn; a gateway waits longer. */
const SIGN_IN_WAIT_MS = 5000;
const limits = { waitMs: SIGN_IN_WAIT_MS, busy: 'Hay demasiados ingresos a la vez; vuelva a intentarlo' };
/**
 * Hashing a password takes 20 ms of a core, 19 MB and one of the four threads that also read files. Sign-ins of one
 * branch wait for each other, so that those of others do not wait for them.
 */
const branches = new KeyedSlots(limits);
const machine = new KeyedSlots({ atOnce: 2, ...limits });

/** @throws Refusal busy if many passwords are being checked. */
const passwordMatchesInTurn = (sucursal: string, ...check: Parameters<typeof passwordMatches>): Promise<boolean> =>
  branches.run(sucursal.toLowerCase(), NEVER, () => machine.run('', NEVER, () => passwordMatches(...check)));

const DAY_MS = 24 * HOUR_MS;

/** Whether a temporary password was not changed in time. */
const isPast = ({ mustChangePassword, passwordChangedAt }: FoundForSignIn, now: Date): boolean =>
  mustChangePassword &&
  passwordChangedAt !== null &&
  now.getTime() - passwordChangedAt.getTime() > TEMPORARY_DAYS * DAY_MS;

/** Whether the person may sign in with a password now. */
const acceptsPassword = ({ allowsPasswords, breakGlassUntil }: FoundForSignIn, now: Date): boolean =>
  allowsPasswords || (breakGlassUntil !== null && breakGlassUntil > now);

const wrongCredentials = (): Refusal => new Refusal('unauthenticated', 'Usuario o contraseña incorrectos');

/**
 * The one place where a name and a password prove who somebody is.
 * @returns undefined, at the same cost, for an unknown branch, an unknown user, a wrong password, an account that is not
 * active or has no password, a temporary password that is too old, and a company that does not allow passwords.
 * @throws Refusal busy if many sign in.
 */
export async function proveIdentity(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  given: AccountName & { password: string },
): Promise<(FoundForSignIn & { passwordHash: string }) | undefined> {
  const found = await findForSignIn(db, given);
  const matches = await passwordMatchesInTurn(given.sucursal, found?.passwordHash, given.password);
  const passwordHash = found?.passwordHash ?? null;
  if (!found?.isActive || passwordHash === null || !matches) return undefined;
  const now = clock();
  return isPast(found, now) || !acceptsPassword(found, now) ? undefined : { ...found, passwordHash };
}

/**
 * Checks a person's credentials and issues an access token, valid for the configured hours.
 * @throws Refusal unauthenticated, with the same response for all that `proveIdentity` does not accept; without a token,
 * PasswordTemporary if the password must be changed first, and FactorDue if the account has a second factor or must set
 * one up.
 */
export async function signIn(
  { db, clock, config }: Pick<PlatformServices, 'db' | 'clock' | 'config'>,
  given: AccountName & { password: string },
): Promise<{ token: string; person: Person }> {
  const found = await proveIdentity({ db, clock }, given);
  if (!found) throw wrongCredentials();
  if (found.mustChangePassword) throw new PasswordTemporary();

  const now = clock();
  const { person, passwordHash } = found;
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
  const proved = await transact(db, async (trx) => {
    const current = await lockForSignIn(trx, person);
    if (current?.passwordHash !== passwordHash || !acceptsPassword(current, now)) throw wrongCredentials();
    const missing = missingProof(current, now);
    return missing
      ? new FactorDue(await openStep(trx, person.id, { missing, proved: 'password', now }), missing)
      : issueToken(trx, person.id, { now, hours: config.tokenHours });
  });
  if (proved instanceof FactorDue) throw proved;
  return { token: proved, person };
}

/**
 * @returns the token's owner, with the current charge and modules.
 * @throws Refusal unauthenticated for a token that is unknown, expired or revoked.
 */
export async function recogniseToken({ db, clock }: PlatformServices, token: string | undefined): Promise<Person> {
  const person = token ? await findByToken(db, secretHash(token), clock()) : undefined;
  if (!person) throw new Refusal('unauthenticated', 'Su sesión terminó; vuelva a ingresar');
  return person;
}
