/** The value of a cell, or the error with its remedy. */
export type Read<T> = { value: T } | { reason: string; remedy: string; suggestion?: string };

/** @param suggestion a text that is probably meant and would be valid. */
export const bad = (reason: string, remedy: string, suggestion?: string) => ({
  reason,
  remedy,
  ...(suggestion !== undefined && { suggestion }),
});

const MS_PER_DAY = 86_400_000;
/**
 * Spreadsheet dates between 1982 and 2119, as days since 1899-12-31; no other number in a date column looks like this.
 */
const SERIAL = /^([3-7]\d{4})(\.\d+)?$/;

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : undefined;
};

/** A date as people and spreadsheets write it: 24/11/2026, 24-11-26, 2026-11-24, 46350. A time after it is ignored. */
export function readDay(text: string): Read<string> {
  const wrong = bad('No es una fecha', 'Escríbala como 24/11/2026');
  const serial = SERIAL.exec(text);
  if (serial) return { value: new Date((Number(serial[1]) - 25_569) * MS_PER_DAY).toISOString().slice(0, 10) };
  const [date = ''] = text.split(/[T ]/);
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(date);
  const peruvian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(date);
  const parts = iso ? [iso[1], iso[2], iso[3]] : peruvian ? [peruvian[3], peruvian[2], peruvian[1]] : undefined;
  if (!parts) return wrong;
  const [year = NaN, month = NaN, day = NaN] = parts.map(Number);
  const value = dayOf(year < 100 ? 2000 + year : year, month, day);
  if (value) return { value };
  return month > 12 && day <= 12 ? bad('El mes no existe', 'Escriba primero el día: 24/11/2026') : wrong;
}

/** A time: 9:00, 09:00:00, 9 am, 1:30 p. m., or the fraction of a day that spreadsheets store (0.375). */
export function readTime(text: string): Read<string> {
  const wrong = bad('No es una hora', 'Escríbala como 09:00');
  const fraction = /^(?:\d{1,5})?\.\d+$|^0$/.test(text) ? Number(text) % 1 : undefined;
  let minutes: number;
  if (fraction !== undefined) minutes = Math.round(fraction * 1440);
  else {
    const [, hour, minute = '0', half] =
      /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?\s?(?:m\.?)?$/i.exec(text) ?? [];
    if (hour === undefined) return wrong;
    const hours = Number(hour);
    if (half !== undefined && (hours < 1 || hours > 12)) return wrong;
    const full = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (full > 23 || Number(minute) > 59) return wrong;
    minutes = full * 60 + Number(minute);
  }
  if (minutes >= 1440) return wrong;
  const two = (value: number): string => String(value).padStart(2, '0');
  return { value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}

/**
 * A number in Peruvian or Spanish notation: the last mark is decimal if followed by one or two digits; marks between
 * groups of three are thousands separators. `1,234` is more than a thousand.
 * @returns undefined if it is not a number.
 */
function readNumber(text: string): number | undefined {
  const bare = text.replace(/\s/g, '');
  const decimal = /^(-?\d+|-?\d{1,3}(?:[.,]\d{3})+)[.,](\d{1,2})$/.exec(bare);
  if (decimal) return Number(`${(decimal[1] ?? '').replace(/[.,]/g, '')}.${decimal[2] ?? ''}`);
  if (/^-?\d{1,3}(?:,\d{3})+$/.test(bare)) return Number(bare.replace(/,/g, ''));
  return /^-?\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : undefined;
}

/** Soles as céntimos: 45.90, S/ 45,90, S/. 1,200. Empty and zero mean no cobro. */
export function readSoles(text: string): Read<number | null> {
  const value = readNumber(
    text
      .trim()
      .replace(/^s\/\.?/i, '')
      .replace(/soles$/i, ''),
  );
  if (value === undefined) return bad('No es un monto', 'Escríbalo como 45.90');
  if (value < 0) return bad('El monto es negativo', 'Deje la celda vacía si no hay cobro');
  const centimos = Math.round(value * 100);
  if (Math.abs(centimos - value * 100) > 1e-6) return bad('Tiene más de dos decimales', 'Escríbalo como 45.90');
  if (centimos > 100_000_000) return bad('El monto es demasiado grande', 'El máximo es S/ 1 000 000');
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
  const value = readNumber(bare);
  if (value === undefined || value < 0) return bad('No es un peso', 'Escríbalo en kilos, como 2.5');
  if (value > 20_000) return bad('El peso es demasiado grande', 'Escríbalo en kilos; el máximo es 20 000');
  return { value: Math.round(value * 1000) };
}

/** Degrees, with decimal point or comma. */
export function readDegrees(text: string, most: number): Read<number> {
  const value = /^-?\d{1,3}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
  if (Number.isNaN(value) || Math.abs(value) > most) return bad('No es una coordenada', 'Escríbala como -12.0931');
  return { value };
}

/** Pieces: an integer from 1 to 999. */
export function readPackages(text: string): Read<number> {
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1) return bad('No es una cantidad de bultos', 'Escriba un número de 1 a 999');
  return { value };
}
