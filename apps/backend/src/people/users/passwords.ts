import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#platform/refusal.ts';

/*
 * argon2id with 19 MiB and two passes: the library's default, and the minimum of OWASP's password storage cheat sheet.
 */

/** Length is what protects a password (NIST SP 800-63B); the upper bound is that of the login form. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

/** @throws Refusal for an unacceptable password. */
export function checkNewPassword(password: string): void {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH)
    throw new Refusal('invalid', `The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`);
}

export const hashPassword = (password: string): Promise<string> => hash(password);

/** A hash of a random password, against which the password of an unknown user is checked. */
const dummyHash = hash(crypto.randomUUID());

/**
 * Checks a password. Without a hash (unknown user) it does the same work, so that the response time does not reveal
 * which user names exist.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== undefined;
}
