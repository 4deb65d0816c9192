/** The value of a cell, or the error with its remedy. */
export type Read<T> = { value: T } | { reason: string; remedy: string; suggestion?: string };

/** @param suggestion a text that is probably meant and would be valid. */
export const bad = (reason: string, remedy: string, suggestion?: string) => ({
  reason,
  remedy,
  ...(suggestion !== undefined && { suggestion }),
});

/** Dashes, which spreadsheets display for a zero amount. */
const NOTHING = /^[-–—−]+$/;

/** Thousands in groups of three with the same separator: comma, point, apostrophe or blank. */
const GROUPED = /^([1-9]\d{0,2})([.,'’‘´` ])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/** @returns whether a number has three digits after its only point: `1.234` may be above a thousand or above one. */
const isUnsure = (text: string): boolean => /(?:^|\D)\d{1,3}\.\d{3}(?!\d)/.test(text) && !/[,'’‘´` ]\d/.test(text);

/**
 * A number in Peruvian or Spanish notation: `1,234.50`, `1.234,50`, `1'234.50`, `1 234.50`, also negative as `-3`,
 * `3-` and `(3)`. `1,234` is more than a thousand, `1.234` more than one.
 * @returns undefined if it is not a number.
 */
function readNumber(text: string): number | undefined {
  const bare = text.replace(/\s+/g, ' ').trim();
  const negative = /^[-−–](.*)$|^\((.*)\)$|^(.*)-$/.exec(bare)?.slice(1).find(Boolean);
  const digits = (negative ?? bare).trim();
  const sign = negative === undefined ? 1 : -1;
  const plain = /^\d+(?:,\d{1,2}|\.\d+)?$/.test(digits);
  if (plain) return sign * Number(digits.replace(',', '.'));
  const [, first, mark = '', rest = '', decimals = '0'] = GROUPED.exec(digits) ?? [];
  return first === undefined ? undefined : sign * Number(`${first}${rest.replaceAll(mark, '')}.${decimals}`);
}

const OTHER_CURRENCY = /^(?:us ?\$|usd|u\$s|\$|€|eur|dolares)|(?:\$|usd|€|eur|dolares|d[oó]lares|euros)$/i;

/** Reads soles as céntimos: 45.90, S/ 45,90, PEN 45, 1'234.50. Null for zero and a dash. */
export function readSoles(text: string): Read<number | null> {
  const bare = text
    .trim()
    .replace(/^(?:s\/\.?|s\.\/\.?|pen)/i, '')
    .replace(/(?:soles|sol|pen|s\/\.?)\.?$/i, '')
    .trim();
  if (NOTHING.test(bare)) return { value: null };
  if (OTHER_CURRENCY.test(bare)) return bad('Está en otra moneda', 'Escriba el monto en soles');
  // A sign before the currency: «-S/ 45».
  const number = bare.replace(/^([-−–(]) ?(?:s\/\.?|pen)/i, '$1');
  const value = readNumber(number);
  if (value === undefined) return bad('No es un monto', 'Escríbalo como 45.90');
  if (value < 0) return bad('El monto es negativo', 'Deje la celda vacía si no hay cobro');
  if (isUnsure(number) && value > 0)
    return bad('No se sabe si el punto separa miles', 'Escríbalo como 1,234.00 o 1.23');
  const centimos = Math.round(value * 100);
  if (Math.abs(centimos - value * 100) > 1e-6) return bad('Tiene más de dos decimales', 'Escríbalo como 45.90');
  if (centimos > 100_000_000) return bad('El monto es demasiado grande', 'El máximo es S/ 1,000,000');
  return { value: centimos === 0 ? null : centimos };
}

/** Kilograms as grams: 2.5, 2,5 kg, 0.250. */
export function readKilograms(text: string): Read<number> {
  // Trims blanks separately: a pattern with blanks before its end would be quadratic.
  const bare = text
    .trim()
    .replace(/(?:kgs?|kilos?)\.?$/i, '')
    .trim();
  // With three digits after a comma it is ambiguous: decimals or thousands.
  if (/^\d{1,3},\d{3}$/.test(bare)) return bad('No se sabe si son gramos o miles de kilos', 'Use punto: 2.500');
  const value = NOTHING.test(bare) ? 0 : readNumber(bare);
  if (value === undefined || value < 0) return bad('No es un peso', 'Escríbalo en kilos, como 2.5');
  if (value > 20_000) return bad('El peso es demasiado grande', 'Escríbalo en kilos; el máximo es 20,000');
  return { value: Math.round(value * 1000) };
}

/** Reads a number of packages from 1 to 999: 2, 2.0, 2,00, 2 bultos. */
export function readPackages(text: string): Read<number> {
  const bare = text.trim().replace(/(?:bultos?|cajas?|paquetes?|piezas?|pzas?\.?|unidad(?:es)?|unds?\.?|u\.)$/i, '');
  const [, digits] = /^(\d{1,4})(?:[.,]0{1,2})?$/.exec(bare.trim()) ?? [];
  const value = Number(digits);
  if (digits === undefined || value < 1 || value > 999)
    return bad('No es una cantidad de bultos', 'Escriba un número de 1 a 999');
  return { value };
}

/** @returns whether a spreadsheet shortened a long number, so that its last digits are lost: 9.87654E+08. */
export const isShortened = (text: string): boolean => /^[-+]?\d(?:[.,]\d{1,15})?E\+\d{1,3}$/i.test(text);

const MONTH = '(?:ene|feb|mar|abr|may|jun|jul|ago|sep|sept|set|oct|nov|dic|jan|apr|aug|dec)\\.?';
const DATE_OF_EXCEL = new RegExp(
  `^(?:${MONTH}[- /]\\d{2}|${MONTH}[- /](?:19|20)\\d\\d|\\d{1,2}[- /]${MONTH}(?:[- /]\\d{2,4})?|\\d{4}-\\d\\d-\\d\\d(?: \\d\\d:\\d\\d)?|\\d{1,2}/\\d{1,2}/\\d{2,4})$`,
  'i',
);

/** @returns whether a text looks like what a spreadsheet makes of 12-26 or 1-12: `dic-26`, `1-Dec`, `2026-12-01`. */
export const isDateOfExcel = (text: string): boolean => DATE_OF_EXCEL.test(text) && !/^[A-Z]{3}-/.test(text);
