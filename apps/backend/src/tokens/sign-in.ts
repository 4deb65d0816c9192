import { type Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { passwordMatches } from '../users/passwords.ts';
import { findForSignIn } from '../users/users-repository.ts';
import { hashAccessToken, newAccessToken } from './access-token.ts';
import { deleteExpiredTokens, insertToken } from './tokens-repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Checks a person's credentials and issues an access token, valid for the configured hours.
 * @throws Refusal unauthenticated, with the same response and cost for an unknown branch, an unknown user and a wrong
 * password.
 */
export async function signIn(
  { db, clock, config }: Services,
  given: { sucursal: string; username: string; password: string },
): Promise<{ token: string; person: Person }> {
  const found = await findForSignIn(db, given.sucursal, given.username);
  const matches = await passwordMatches(found?.passwordHash, given.password);
  if (!found || !matches) throw new Refusal('unauthenticated', 'Usuario o contraseña incorrectos');

  const now = clock();
  const token = newAccessToken();
  await deleteExpiredTokens(db, now);
  await insertToken(db, {
    hash: hashAccessToken(token),
    userId: found.person.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + config.tokenHours * HOUR_MS),
  });
  return { token, person: found.person };
}
