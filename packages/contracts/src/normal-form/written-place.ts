/* Places as people write and send them. An entry of its own, because the first page of the desk does not need it. */

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
const LAT = String.raw`(-?\d{1,2}\.\d{2,15})`;
const LNG = String.raw`(-?\d{1,3}\.\d{2,15})`;
const PAIR = String.raw`${LAT}(?:,|%2C)(?:\s|\+|%20)?${LNG}`;

/**
 * In the address of a map, the most specific one first: a place `!3d-12.09!4d-77.04`, a mark `mlat=-12.09&mlon=-77.04`,
 * where a route ends, any other pair `@-12.09,-77.04,17z`, `?q=-12.09,-77.04`, and what is shown `#map=17/-12.09/-77.04`.
 */
const IN_ADDRESS = [
  `!3d${LAT}!4d${LNG}`,
  `mlat=${LAT}&mlon=${LNG}`,
  `(?:destination|daddr|to)=(?:ll\\.)?${PAIR}`,
  `(?:[@=/:]|%20|\\s|ll\\.)${PAIR}`,
  `#map=\\d+/${LAT}/${LNG}`,
].map((pattern) => new RegExp(pattern, 'i'));
const ADDRESS = /^(?:https?:\/\/|www\.|geo:|maps\.|goo\.gl)/i;

const MAX_LENGTH = 300;

/** Those that maps produce have a few hundred characters. */
const MAX_ADDRESS = 2000;

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

/**
 * Reads degrees, with decimal point or comma, or with minutes and seconds.
 * @param most absolute value of the largest ones.
 * @returns undefined if the text is no coordinate.
 */
export function readDegrees(text: string, most: number): number | undefined {
  const value = text.length > MAX_LENGTH ? undefined : degreesOf(text)?.value;
  return value === undefined || Math.abs(value) > most ? undefined : value;
}

const pointOf = (lat: number, lng: number): Point | undefined =>
  Math.abs(lat) > 90 || Math.abs(lng) > 180 ? undefined : { lat, lng };

/** @returns whether a text may be two coordinates, or the address of a map. */
export const isPair = (text: string): boolean =>
  ADDRESS.test(text) || /\d[.,]\d+[^\d]+\d/.test(text.slice(0, MAX_LENGTH)) || /°[^°]+°/.test(text);

/**
 * Reads a latitude and a longitude in one text: `-12.09, -77.04`, `(-12,09; -77,04)`, `12°05'30"S 77°02'10"O`, or the
 * address of a map.
 * @returns null for an address without coordinates, undefined for any other text.
 */
export function readPoint(written: string): Point | null | undefined {
  if (ADDRESS.test(written)) {
    const address = written.slice(0, MAX_ADDRESS);
    for (const pattern of IN_ADDRESS) {
      const found = pattern.exec(address);
      if (found) return pointOf(Number(found[1]), Number(found[2]));
    }
    return null;
  }
  if (written.length > MAX_LENGTH) return undefined;
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
      return pointOf(lat, lng);
    }
  }
  return undefined;
}

/** Hosts and paths of shortened links, which only a request would resolve. */
const SHORTENED =
  /^(?:https?:\/\/)?(?:maps\.app\.)?(?:goo\.gl|g\.co|bit\.ly|waze\.com\/ul\/h|maps\.apple(?:\.com\/p\/|\/p\/)|osm\.org\/go)/i;

/** A place in a text that somebody has received: its point, or what is missing. */
export type PastedPlace = { kind: 'point'; point: Point } | { kind: 'shortened' | 'link' | 'none' };

/**
 * Reads a place as people receive it: coordinates or the address of a map, also within a message. Sends no request.
 * @returns `shortened` for a link without coordinates that leads to one with them, `link` for any other link without.
 */
export function readPastedPlace(text: string): PastedPlace {
  const link = /(?:https?:\/\/|geo:|maps\.app\.goo\.gl|goo\.gl\/)\S+/i.exec(text)?.[0];
  const point = readPoint(link ?? text.trim());
  if (point) return { kind: 'point', point };
  if (link === undefined) return { kind: point === null ? 'link' : 'none' };
  return { kind: SHORTENED.test(link) ? 'shortened' : 'link' };
}
