import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, six digits, 30 seconds. Apps ignore
 * other algorithms, which their `otpauth:` address may name.
 */

const STEP_MS = 30_000;

/** Steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const WINDOW = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns bytes as Base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** @returns the number of the period that contains an instant. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** @returns the code of a period. @param key shared with the app. */
export function codeOfStep(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * @param code six digits.
 * @param after the last accepted step: neither its code nor an earlier one is valid again.
 * @returns the step whose code it is; undefined if it is not valid now.
 */
export function stepOfCode(key: Buffer, code: string, { at, after }: { at: Date; after: number }): number | undefined {
  const now = stepAt(at);
  for (let step = Math.max(now - WINDOW, after + 1); step <= now + WINDOW; step += 1)
    if (timingSafeEqual(Buffer.from(codeOfStep(key, step)), Buffer.from(code))) return step;
  return undefined;
}
