import * as z from 'zod/mini';

/**
 * What a database, a log and a spreadsheet can all hold: no control characters, and no half of a surrogate pair. Every text
 * of a request is checked by this, so that none of them becomes a failed statement.
 */
const storable = z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres que no se ven; escríbalo de nuevo');

/** Line breaks and tabs, which people paste, become blanks. No nested repetition: the text may be long. */
const onOneLine = z.overwrite<string>((text) => text.replace(/[\t\r\n]+/g, ' '));

/**
 * Text of one line, without blanks at its ends.
 * @param longest in UTF-16 code units.
 * @param missing what to say where there is none.
 */
export const line = (longest: number, missing?: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(longest), storable);

/** As `line`, for what is typed where Enter breaks a line: breaks are accepted and stored as blanks. */
export const foldedText = (longest: number) =>
  z.string().check(onOneLine, z.trim(), z.minLength(1), z.maxLength(longest), storable);

/** What is looked for. Unlike `line` it may be empty, and hold a tab: people paste cells. */
export const searchText = (longest: number) => z.string().check(onOneLine, z.maxLength(longest), storable);

/** Text that another system gave us and that is passed on as it is. */
export const plainText = (longest: number) => z.string().check(z.maxLength(longest), storable);

/** A password: any text, unchanged. One that cannot be encoded is a wrong one, and refused like any other (G19). */
export const secret = (longest: number, missing: string) =>
  z.string().check(z.minLength(1, missing), z.maxLength(longest));
