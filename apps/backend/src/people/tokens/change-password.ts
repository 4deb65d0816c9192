import { type PasswordChange, type PasswordOutcome } from '@despacho/contracts/password-calls';
import { transact } from '#platform/database/transact.ts';
import { type PlatformServices } from '#platform/services.ts';
import { proveIdentity } from './access-tokens.ts';
import { PasswordRefusal } from '../passwords/check-password.ts';
import { hashNewPassword, storePassword } from './store-password.ts';

const SAME = 'Elija una contraseña distinta de la actual';

/** @returns the outcome of a refused password. @throws any other error. */
export function outcomeOf(error: unknown): PasswordOutcome {
  if (error instanceof PasswordRefusal) return { outcome: 'refused', message: error.message };
  throw error;
}

/**
 * Changes a password, given the current one. Other tokens of the user, and their reset link, end.
 * @returns `wrong` also for an unknown account, and if the password was changed by somebody else meanwhile.
 * @throws Refusal busy if many passwords are being checked.
 */
export async function changePassword(
  services: Pick<PlatformServices, 'db' | 'clock' | 'providers'>,
  { sucursal, username, current, password, temporary, keep }: PasswordChange,
): Promise<PasswordOutcome> {
  const { db, clock } = services;
  const found = await proveIdentity(services, { sucursal, username, password: current });
  if (!found || (temporary && !found.mustChangePassword)) return { outcome: 'wrong' };
  const { person } = found;
  if (password === current) return { outcome: 'refused', message: SAME };
  const passwordHash = await hashNewPassword(services, password, person).catch(outcomeOf);
  if (typeof passwordHash !== 'string') return passwordHash;
  const revoked = await transact(db, (trx) =>
    storePassword(trx, {
      person,
      passwordHash,
      at: clock(),
      temporary: false,
      actor: person,
      kind: 'password.changed',
      keep,
      replaces: found.passwordHash,
    }),
  );
  return revoked === undefined
    ? { outcome: 'wrong' }
    : { outcome: 'changed', username: person.username, officeId: person.office.id };
}
