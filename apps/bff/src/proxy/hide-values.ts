import { type Config } from '../config.ts';
import { type UpstreamSecrets } from '../session/record.ts';
import { type JsonAnswer } from '../upstream/read-json.ts';
import { type Survey } from '../upstream/survey.ts';

/** Shorter ones are codes and words that stand in ordinary data as well. */
const SHORTEST = 8;

type Storage = Pick<Config, 'STORAGE_PASSWORD' | 'STORAGE_TAX_ID'>;

/**
 * @param names by which the person and the office are known. A host may call the branch like the office, and people sign
 * in with their company's tax id as a name: then it is nothing the browser does not know.
 * @returns the values that are shown to upstreams and must not come back from them.
 */
export function valuesToHide(
  { bearer, loginToken, branch, taxId }: UpstreamSecrets,
  names: readonly (string | null)[],
  { STORAGE_PASSWORD, STORAGE_TAX_ID }: Storage,
): string[] {
  const known = new Set(names.map((name) => name?.toLowerCase()));
  const values = [bearer, loginToken, branch, taxId, STORAGE_PASSWORD, STORAGE_TAX_ID];
  return [...new Set(values)].filter(
    (value): value is string => (value?.length ?? 0) >= SHORTEST && !known.has(value?.toLowerCase()),
  );
}

function isHeldBy(text: string, hidden: readonly string[]): boolean {
  return text.length >= SHORTEST && hidden.some((value) => value.length >= SHORTEST && text.includes(value));
}

function holdsAny(value: unknown, hidden: readonly string[]): boolean {
  if (typeof value === 'string') return isHeldBy(value, hidden);
  if (typeof value === 'number') return isHeldBy(String(value), hidden);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => holdsAny(inner, hidden));
  for (const name of Object.keys(value))
    if (isHeldBy(name, hidden) || holdsAny((value as Record<string, unknown>)[name], hidden)) return true;
  return false;
}

/** A value that a number may look like once it is written out, whatever it was written like. */
const LIKE_A_NUMBER = /^[-+.\deE]+$/;

/** What a number has to show before it can look like one of these: `Survey` tells such numbers alone. */
const SEVEN_DIGITS = /\d{7}/;

/**
 * Whether a value is worth looking through text by text. Without a backslash in it JSON spells each text and each name as it
 * is, so what is nowhere in the JSON is in none of them; a number can be written in more ways than one, so numbers are
 * looked at as they are.
 */
function mayHoldAny({ text, longNumbers }: Searched, hidden: readonly string[]): boolean {
  if (text.includes('\\') || hidden.some((one) => text.includes(one))) return true;
  const numbers = hidden.filter((one) => LIKE_A_NUMBER.test(one));
  if (!numbers.every((one) => SEVEN_DIGITS.test(one))) return true;
  return numbers.length > 0 && longNumbers.some((value) => isHeldBy(String(value), numbers));
}

function withoutAny(value: unknown, hidden: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutAny(entry, hidden));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isHeldBy(name, hidden))
        .map(([name, inner]) => [name, withoutAny(inner, hidden)]),
    );
  return holdsAny(value, hidden) ? '…' : value;
}

/**
 * Takes credentials out of an upstream's answer by their value, whatever the field that holds them is called.
 * @param value nested no deeper than `dropSecrets` lets pass.
 * @returns the value itself where it holds none.
 */
export function hideValues(value: unknown, hidden: readonly string[]): unknown {
  return holdsAny(value, hidden) ? withoutAny(value, hidden) : value;
}

/** What an answer is searched by. */
type Searched = Pick<JsonAnswer, 'text' | 'value'> & Pick<Survey, 'longNumbers'>;

/**
 * The same for JSON of which the text is at hand, where most answers need only be searched.
 * @param answer whose value may lack fields that its text has, and has none that its text lacks.
 */
export function hideValuesOf(answer: Searched, hidden: readonly string[]): unknown {
  return mayHoldAny(answer, hidden) ? hideValues(answer.value, hidden) : answer.value;
}
