import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike, or that are confused on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/** Days until a temporary password that was not changed stops working. */
export const TEMPORARY_DAYS = 7;

/** @returns a random temporary password of 79 bits, such as «k7mp-3hta-…», to be shown once and changed at the first sign-in. */
export const temporaryPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  ).join('-');
