import { createHmac } from 'node:crypto';

/** 32 characters that are not mistaken for each other on paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/**
 * @param secret of the installation.
 * @param seed 122 random bits: the idempotency key of the request that creates the person.
 * @returns a password with 80 bits, in four groups: `k7m2-9xqa-…`. The same seed and person give the same password, so
 * that a repeated request shows what the first one showed, and no readable password is stored.
 */
export function temporaryPassword(secret: string, seed: string, userId: string): string {
  const bytes = createHmac('sha256', secret).update(`temporary-password\n${seed}\n${userId}`).digest();
  const letters = [...bytes.subarray(0, GROUPS * GROUP)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join('-');
}
