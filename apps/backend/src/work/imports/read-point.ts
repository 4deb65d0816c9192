import { bad, type Read } from './read-values.ts';

interface Point {
  lat: number;
  lng: number;
}

const FIGURE = String.raw`\d{1,3}(?:[.,]\d{1,15})?`;
/** `-12.0931`, `12.0931° S`, `12°05'30.5" S`, `S 12° 5.5'`. */
const DEGREES = new RegExp(
  String.raw`^([NSEWO])?\s?([-−])?(${FIGURE})\s?(?:[°º]\s?(?:(${FIGURE})\s?['’′]\s?(?:(${FIGURE})\s?(?:["”″]|''))?)?)?\s?([NSEWO])?$`,
  'i',
);
/** In the address of a map: `@-12.09,-77.04,17z`, `?q=-12.09,-77.04`, `!3d-12.09!4d-77.04`. */
const IN_ADDRESS = /(?:[@=/:]|%20|\s)(-?\d{1,2}\.\d{2,15})(?:,|%2C)(?:\s|\+|%20)?(-?\d{1,3}\.\d{2,15})/i;
const IN_PLACE = /!3d(-?\d{1,2}\.\d{2,15})!4d(-?\d{1,3}\.\d{2,15})/;
const ADDRESS = /^(?:https?:\/\/|www\.|geo:|maps\.|goo\.gl)/i;

const MAX_LENGTH = 300;

/** @returns decimal degrees and the hemisphere's letter; undefined if it is no coordinate. */
function degreesOf(text: string): { value: number; letter: string } | undefined {
  const [, before = '', sign, degrees, minutes = '0', seconds = '0', after = ''] = DEGREES.exec(text.trim()) ?? [];
  if (degrees === undefined || (before !== '' && after !== '')) return undefined;
  const [d = 0, m = 0, s = 0] = [degrees, minutes, seconds].map((each) => Number(each.replace(',', '.')));
  if (m >= 60 || s >= 60) return undefined;
  const letter = (before || after).toUpperCase();
  const isNegative = sign !== undefined || /[SWO]/.test(letter);
  const value = d + m / 60 + s / 3600;
  // Seconds of an arc are 30 m; a division adds digits that nobody wrote.
  return { value: (isNegative ? -1 : 1) * (minutes === '0' ? value : Math.round(value * 1e6) / 1e6), letter };
}

/** Reads degrees, with decimal point or comma, or with minutes and seconds. */
export function readDegrees(text: string, most: number): Read<number> {
  const value = text.length > MAX_LENGTH ? undefined : degreesOf(text)?.value;
  if (value === undefined || Math.abs(value) > most) return bad('No es una coordenada', 'Escríbala como -12.0931');
  return { value };
}

/** @returns whether a text may be two coordinates, or the address of a map. */
export const isPair = (text: string): boolean =>
  ADDRESS.test(text) || /\d[.,]\d+[^\d]+\d/.test(text.slice(0, MAX_LENGTH)) || /°[^°]+°/.test(text);

/**
 * Reads a latitude and a longitude in one text: `-12.09, -77.04`, `(-12,09; -77,04)`, `12°05'30"S 77°02'10"O`, or the
 * address of a map. Null for an address without coordinates.
 */
export function readPoint(written: string): Read<Point | null> {
  const invalid = bad('No son coordenadas', 'Escriba latitud y longitud, como -12.0931, -77.0465');
  if (ADDRESS.test(written)) {
    const found = IN_PLACE.exec(written) ?? IN_ADDRESS.exec(written.slice(0, 2 * MAX_LENGTH));
    return { value: found ? { lat: Number(found[1]), lng: Number(found[2]) } : null };
  }
  if (written.length > MAX_LENGTH) return invalid;
  const text = written
    .replace(/^[([{]|[)\]}]$/g, '')
    .replace(/\b(?:lat(?:itud(?:e)?)?|lng|long?(?:itud(?:e)?)?)\b\.?\s?[:=]?/gi, ' ')
    .trim();
  for (const separator of [/\s?[;|/]\s?/, /\s?,\s/, ',', /\s(?=[-−\d]*\d)/]) {
    // «-12,09» is one number.
    if (separator === ',' && !/[.°]/.test(text)) continue;
    const parts = text.split(separator);
    // After a hemisphere's letter or before a sign: the blanks inside degrees separate nothing.
    const pairs = parts.length === 2 ? [parts] : [];
    const spaced = [/^(.*[NSEWO])\s+(.+)$/i, /^([NS].+)\s+([EWO].+)$/i, /^(.+)\s+([-−].+)$/]
      .map((pattern) => pattern.exec(text)?.slice(1) ?? [])
      .filter((pair) => pair.length === 2);
    for (const [first = '', second = ''] of [...pairs, ...spaced]) {
      const [one, other] = [degreesOf(first), degreesOf(second)];
      if (!one || !other) continue;
      const isSwapped = /[EWO]/.test(one.letter) || /[NS]/.test(other.letter);
      const [lat, lng] = isSwapped ? [other.value, one.value] : [one.value, other.value];
      return Math.abs(lat) > 90 || Math.abs(lng) > 180 ? invalid : { value: { lat, lng } };
    }
  }
  return invalid;
}
