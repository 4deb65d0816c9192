import { isAscii, isUtf8 } from 'node:buffer';
import { type TextEncoding } from './sheet.ts';
import { spanishScore } from './spanish-score.ts';
import { type Encoding, ENCODINGS, isEncoding, provenEncoding } from './text-encodings.ts';

/** A decoded text file. */
export interface DecodedText {
  text: string;
  encoding: TextEncoding;
}

/** Maximum number of places examined of each kind: valid UTF-8, and other bytes. */
const EXAMINED_PLACES = 200;
/** Bytes of context around a place: enough to see whether it is inside a word, and the case of that word. */
const CONTEXT = 3;
const SAMPLED_PLACES = 3;
const SAMPLE_BYTES = 40;
const CELL_END = /[;,\t|"\r\n]/;
const MAX_CHOICES = 4;

const SINGLE = ['windows-1252', 'cp850', 'macintosh', 'iso-8859-15'] as const;
const MIXED = ['utf-8+windows-1252', 'utf-8+cp850', 'utf-8+macintosh'] as const;
const TWICE = ['utf-8-twice', 'utf-8-twice-cp850', 'utf-8-twice-macintosh'] as const;

/** Bytes of a place examined at most: words have few consecutive non-ASCII letters. */
const MAX_PLACE = 64;

/** Start and end of a run of non-ASCII bytes. */
type Place = readonly [number, number];

/** @returns the beginning of a place, which does not end inside a UTF-8 character. */
function bounded(bytes: Buffer, [from, to]: Place): Place {
  let end = Math.min(to, from + MAX_PLACE);
  while (end < to && end > from + MAX_PLACE - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return [from, end];
}

/** What the first byte of a UTF-8 letter or combining accent becomes when it is decoded as another encoding. */
const TWICE_MARKS = ['Ã', 'Â', 'Ì', '√', '├', '┬', '╠'].map((each) => Buffer.from(each));

/** @returns the places with these marks, which may come after many correct letters. */
function suspectPlaces(bytes: Buffer): Place[] {
  return TWICE_MARKS.flatMap((mark) => {
    const places: Place[] = [];
    for (let at = bytes.indexOf(mark); at >= 0 && places.length < EXAMINED_PLACES;) {
      let end = at;
      while ((bytes[end] ?? 0) > 0x7f) end++;
      places.push(bounded(bytes, [at, end]));
      at = bytes.indexOf(mark, end);
    }
    return places;
  });
}

/** Yields each run of bytes above ASCII. Not by an expression: for megabytes of them its stack may not suffice. */
function* runsAboveAscii(bytes: Buffer): Generator<Place> {
  for (let at = 0; at < bytes.length; at++) {
    const start = at;
    while ((bytes[at] ?? 0) > 0x7f) at++;
    if (at > start) yield [start, at];
  }
}

/** @returns the first places that are valid UTF-8, and the first that are not. */
function placesOf(bytes: Buffer): { valid: Place[]; invalid: Place[] } {
  const isValid = isUtf8(bytes);
  const valid = isValid ? suspectPlaces(bytes) : [];
  const invalid: Place[] = [];
  const enough = valid.length + EXAMINED_PLACES;
  for (const place of runsAboveAscii(bytes)) {
    const kind = isValid || isUtf8(bytes.subarray(...place)) ? valid : invalid;
    if (kind.length < enough) kind.push(bounded(bytes, place));
    else if (isValid || valid.length === invalid.length) break;
  }
  return { valid, invalid };
}

/** @returns a place with up to `length` bytes on each side, within its cell. */
function around(bytes: Buffer, [from, to]: Place, length: number): Buffer {
  const isContext = (at: number): boolean => {
    const byte = bytes[at];
    return byte !== undefined && !CELL_END.test(String.fromCharCode(byte));
  };
  let start = from;
  while (start > from - length && isContext(start - 1)) start--;
  let end = to;
  while (end < to + length && isContext(end)) end++;
  // Does not start or end inside a multi-byte character.
  while (start < from && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  while (end > to && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(start, end);
}

/** Compares how well encodings fit some places of a file. */
class Guess {
  readonly #bytes: Buffer;
  readonly #places: Place[];
  readonly #context: Buffer;
  readonly #scores = new Map<Encoding, number>();

  constructor(bytes: Buffer, places: Place[]) {
    this.#bytes = bytes;
    this.#places = places;
    this.#context = Buffer.concat(places.flatMap((place) => [around(bytes, place, CONTEXT), Buffer.from('\n')]));
  }

  score(encoding: Encoding): number {
    const known = this.#scores.get(encoding);
    if (known !== undefined) return known;
    // A Mac writes an accent after its letter.
    const score = spanishScore(ENCODINGS[encoding](this.#context).normalize('NFC'));
    this.#scores.set(encoding, score);
    return score;
  }

  /** @returns the encodings by score, without those that decode the places the same way as a better one. */
  ranked(encodings: readonly Encoding[]): Encoding[] {
    const seen = new Set<string>();
    return encodings
      .toSorted((one, other) => this.score(other) - this.score(one))
      .filter((each) => {
        const text = ENCODINGS[each](this.#context);
        return !seen.has(text) && seen.add(text);
      });
  }

  /** @returns a sample in each encoding, of the same places: those that all decode differently, if there are any. */
  choices(encodings: readonly Encoding[]): TextEncoding['choices'] {
    const used = encodings.slice(0, MAX_CHOICES);
    const read = (place: Place, encoding: Encoding): string =>
      ENCODINGS[encoding](around(this.#bytes, place, SAMPLE_BYTES)).trim();
    const samples = new Map<string, string[]>();
    for (const place of this.#places) {
      const texts = used.map((encoding) => read(place, encoding));
      if (new Set(texts).size === used.length) samples.set(texts[0] ?? '', texts);
      if (samples.size === SAMPLED_PLACES) break;
    }
    if (samples.size === 0)
      for (const place of this.#places.slice(0, SAMPLED_PLACES))
        samples.set(
          read(place, used[0] ?? 'utf-8'),
          used.map((encoding) => read(place, encoding)),
        );
    return used.map((encoding, index) => ({
      encoding,
      sample: [...samples.values()].map((texts) => texts[index]).join(' · '),
    }));
  }
}

/** @returns the most likely encoding, and the choices for the person if others are about as likely. */
function guess(bytes: Buffer): { used: Encoding; choices: TextEncoding['choices'] } {
  const proven = provenEncoding(bytes);
  if (proven === 'utf-16le' || proven === 'utf-16be' || isAscii(bytes)) return { used: proven ?? 'utf-8', choices: [] };
  const { valid, invalid } = placesOf(bytes);
  if (invalid.length === 0) {
    const judged = new Guess(bytes, valid);
    if (judged.score('utf-8') > 0 && suspectPlaces(bytes).length === 0) return { used: 'utf-8', choices: [] };
    const isTwice = TWICE.some((each) => judged.score(each) > Math.max(0, judged.score('utf-8')));
    // Bytes of another encoding are hardly ever valid UTF-8 by chance.
    const ranked = judged.ranked(['utf-8', ...(isTwice ? TWICE : proven ? [] : SINGLE)]);
    const likelier = ranked.slice(0, ranked.indexOf('utf-8')).filter((each) => judged.score(each) > 0);
    const choices = likelier.length === 0 ? [] : judged.choices([...likelier.slice(0, 2), 'utf-8']);
    return { used: isTwice ? (likelier[0] ?? 'utf-8') : 'utf-8', choices };
  }
  const judged = new Guess(bytes, [...invalid, ...valid]);
  const isPartlyUtf8 = proven !== undefined || (valid.length > 0 && new Guess(bytes, valid).score('utf-8') > 0);
  const [best = 'windows-1252', ...others] = judged.ranked(
    proven ? MIXED : isPartlyUtf8 ? [...MIXED, ...SINGLE] : SINGLE,
  );
  if (isPartlyUtf8 && (best.startsWith('utf-8') || proven)) {
    // Invalid bytes stay unreadable until the person has chosen their encoding.
    const likely = [best, ...others].filter(
      (each) => each.startsWith('utf-8') && judged.score(each) > judged.score(best) - 2,
    );
    return { used: 'utf-8', choices: judged.choices(['utf-8', ...likely]) };
  }
  const margin = Math.max(1, (invalid.length + valid.length) / 5);
  const isClear = judged.score(best) > 0;
  const likely = others.filter((each) => !isClear || judged.score(each) > judged.score(best) - margin);
  return { used: best, choices: likely.length > 0 ? judged.choices([best, ...likely]) : [] };
}

/**
 * Decodes a text file. The encoding is the one that its first bytes prove, otherwise UTF-8 if it is valid UTF-8, otherwise
 * the one in which it looks most like Spanish text. Bytes that are invalid in it become U+FFFD, which makes their cells unreadable.
 * @param chosen name of the encoding that the person chose; ignored if unknown.
 */
export function decodeText(bytes: Buffer, chosen?: string): DecodedText {
  const { used: likely, choices } = guess(bytes);
  const used = chosen !== undefined && isEncoding(chosen) ? chosen : likely;
  return {
    text: ENCODINGS[used](bytes),
    encoding: {
      used,
      choices: choices.toSorted((one, other) => Number(other.encoding === used) - Number(one.encoding === used)),
    },
  };
}
