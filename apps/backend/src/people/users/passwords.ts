import { hash, verify } from '@node-rs/argon2';

/*
 * argon2id with 19 MiB and two passes: the library's default, and the minimum of OWASP's password storage cheat sheet.
 * The rules of new passwords are in `people/passwords/check-password.ts`.
 */

export const hashPassword = (password: string): Promise<string> => hash(password);

/** A hash of a random password, against which the password of an unknown user is checked. */
const dummyHash = hash(crypto.randomUUID());

/**
 * Checks a password. Without a hash (unknown user, or no password) it does the same work, so that the response time does
 * not reveal which user names exist.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && typeof passwordHash === 'string';
}
