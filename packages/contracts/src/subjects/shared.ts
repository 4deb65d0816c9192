import * as z from 'zod/mini';

/** Ids of users and clients of legacy hosts: numbers or short codes. No slashes, dots or control characters. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/));

/**
 * Ids of offices, which some hosts write as names: letters, digits, spaces and ordinary punctuation, up to 64
 * characters. No slash, backslash, percent sign, semicolon or control character, and no dot first, so that none is a dot
 * segment: servers disagree about those in a path, encoded or not.
 */
export const officeId = z
  .string()
  .check(z.regex(/^(?![\p{M} ._-])[\p{L}\p{N}\p{M},:'’´"()&+#°·¡!¿?@=*$– ._-]{1,64}(?<! )$/u));

/** The same id as legacy hosts write it, which may be an integer; beyond 2^53 it would lose digits. */
export const looseId = z.union([z.string().check(z.minLength(1)), z.int()]);

export const permission = z.object({ module: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,16}$/)) });

export type Permission = z.infer<typeof permission>;
