import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../refusal.ts';

/*
 * argon2id with 19 MiB and two passes, the library's default and the least that OWASP's password storage sheet advises.
 */

/** Length is what protects a password (NIST SP 800-63B); what the login form takes is the upper bound. */
const SHORTEST = 8;
const LONGEST = 256;

/** @throws Refusal for a password that may not be set. */
export function checkNewPassword(password: string): void {
  if (password.length < SHORTEST || password.length > LONGEST)
    throw new Refusal('invalid', `The password must have ${SHORTEST} to ${LONGEST} characters`);
}

export const hashPassword = (password: string): Promise<string> => hash(password);

/** Made once, of a password nobody has: what an unknown user's password is compared with. */
const nobodysHash = hash(crypto.randomUUID());

/**
 * Checks a password. Without a hash to check against (the user does not exist) the same work is done for nothing, so
 * that the time of the answer does not tell which user names exist.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password);
  return matches && passwordHash !== undefined;
}
