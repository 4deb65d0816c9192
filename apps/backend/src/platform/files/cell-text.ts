import { decodeEntities } from './html-entities.ts';
import { type CellFault, unreadableCell } from './sheet.ts';

/** Errors that spreadsheets write without `!` or `?`, in English, Spanish, French, Italian, German and Portuguese. */
const ERRORS = /^(?:#(?:N\/A|N\/D|N\/V|NV|N\/DISP|GETTING_DATA|OBTENIENDO_DATOS)|Err(?:or)?[: ]\s?\d{3,4})$/iu;
/** Errors in any language, such as `#REF!`, `#¡VALOR!`, `#¿NOMBRE?` and `#NOMBRE?`. */
const MARKED_ERROR = /^#[¡¿]?[\p{L}\d_/]{2,30}[!?]$/u;
/** The text of a spreadsheet for a value wider than its column. */
const TOO_NARROW = /^#{3,}$/;

/** Significant digits of a number that spreadsheets store. They replace further digits by zeros. */
export const EXACT_DIGITS = 15;
/** At least three zeros after the stored digits: fewer are common in codes. */
const ZEROED = new RegExp(String.raw`^[1-9]\d{${EXACT_DIGITS - 1}}0{3,}$`);
const SCIENTIFIC = /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d{1,3}|\d+[.,]\d+E\d{1,3})$/i;

/** A formula that spreadsheets use to keep text as it is: `="00123"`. */
const QUOTED_FORMULA = /^=\s*"((?:[^"]|"")*)"$/;
const NUMBER_FORMULA = /^=\s*([+-]?\d+(?:[.,]\d+)?)$/;
/** What follows the `=` of any other formula: a calculation, a function, a cell, a sheet or a text. */
const FORMULA =
  /^(?:[\d\s+\-*/^().,%&E]+$|[\p{L}_][\p{L}\d_.]*\(|\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\d])|'[^']+'!|[\p{L}\d_]+!|"|\()/iu;
const FORMULA_SIGN = /^=[\s+-]*/;

/**
 * U+FFFD replaces bytes that could not be decoded. The others cannot be typed, stored or displayed; the noncharacters from
 * U+FDD0 are marks of our own (`sheet.ts`).
 */
// oxlint-disable-next-line no-control-regex -- It searches for control characters.
const BROKEN = /[\ufffd\ufdd0-\ufdef\0-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
const BROKEN_ALL = new RegExp(BROKEN, 'g');

const fault = (text: string, isTypedText: boolean): CellFault | undefined => {
  if (BROKEN.test(text)) return 'error';
  const first = text.charCodeAt(0);
  // Every error starts with `#`, `E` or `e`.
  if ((first === 0x23 || first === 0x45 || first === 0x65) && isError(text)) return 'error';
  if (!isTypedText && first === 0x3d && FORMULA.test(text.replace(FORMULA_SIGN, ''))) return 'formula';
  return SCIENTIFIC.test(text) || ZEROED.test(text) ? 'rounded' : undefined;
};

const isError = (text: string): boolean => ERRORS.test(text) || MARKED_ERROR.test(text) || TOO_NARROW.test(text);

/** Matches every text that `cellText` may change, and some that it does not change. */
const SUSPECT =
  // oxlint-disable-next-line no-control-regex -- It searches for control characters.
  /[\ufffd\ufeff\ufdd0-\ufdef\0-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f#=]|\dE[+-]?\d|[1-9]\d{14}000|Err(?:or)?[: ]|&(?:#\w|[a-z]{2})\w{0,6};/i;

/** @returns whether `cellText` would certainly change no cell of this text. Fast enough for a whole file. */
export const isPlain = (text: string): boolean => !SUSPECT.test(text);

/**
 * @returns the text that a cell was meant to hold: `00123` for the formula `="00123"`, «ñ» for `&ntilde;`, and no byte
 * order marks. Errors of spreadsheets, formulas without a value, rounded long numbers and text that could not be decoded become unreadable
 * cells, see `cellFault`.
 * @param isTypedText whether the file marks the cell as text and keeps its formulas apart: then a text that looks like a
 *   formula is only a text.
 */
export function cellText(written: string, isTypedText = false): string {
  if (isPlain(written)) return written;
  const text = decodeEntities(written.replaceAll('\ufeff', ''));
  const bare = text.trim();
  const quoted = QUOTED_FORMULA.exec(bare)?.[1]?.replaceAll('""', '"') ?? NUMBER_FORMULA.exec(bare)?.[1];
  // Unwrapped only once: `="=""1"""` is the text `="1"`.
  const meant = quoted ?? bare;
  const isBroken = quoted !== undefined && (BROKEN.test(quoted) || SCIENTIFIC.test(quoted));
  const why = quoted === undefined ? fault(bare, isTypedText) : isBroken ? 'error' : undefined;
  if (why) return unreadableCell(why, meant.replace(BROKEN_ALL, '\ufffd'));
  return quoted ?? text;
}
