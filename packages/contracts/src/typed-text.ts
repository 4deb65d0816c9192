import * as z from 'zod/mini';

/**
 * Text that a database, a log and a spreadsheet can all store: no control characters, no lone surrogates. All text of a
 * request is checked, so that none causes a failed statement.
 */
export const storable = z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres que no se ven; escríbalo de nuevo');

/** Text that a person signs in with: trimmed, otherwise passed on as typed. @param missing message for empty text. */
export const signInName = (longest: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(longest), storable);

/** Text of another system, passed on unchanged. */
export const plainText = (longest: number) => z.string().check(z.maxLength(longest), storable);

/** A password: any text, unchanged. One that UTF-8 cannot encode is treated as wrong (G19). */
export const secret = (longest: number, missing: string) =>
  z.string().check(z.minLength(1, missing), z.maxLength(longest));
