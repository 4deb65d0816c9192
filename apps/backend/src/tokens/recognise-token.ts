import { type Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findByToken } from '../users/users-repository.ts';
import { hashAccessToken } from './access-token.ts';

/**
 * @returns the token's owner, with the current charge and modules.
 * @throws Refusal unauthenticated for a token that is unknown, expired or revoked.
 */
export async function recogniseToken({ db, clock }: Services, token: string | undefined): Promise<Person> {
  const person = token ? await findByToken(db, hashAccessToken(token), clock()) : undefined;
  if (!person) throw new Refusal('unauthenticated', 'Su sesión terminó; vuelva a ingresar');
  return person;
}
