import data from './address-labels.json' with { type: 'json' };
import { LONG_FORMS } from './address-words.ts';

/** What a word of an address introduces. */
export type LabelKind = keyof typeof data.kinds;

export interface Label {
  kind: LabelKind;
  /** The long form, without accents. */
  long: string;
  /** Words that are also common in names, the second of each kind: they count only where a part of the address begins. */
  isWeak: boolean;
}

const LABELS = new Map<string, Label>();
const spellings: Readonly<Record<string, string>> = data.spellings;
for (const [kind, levels] of Object.entries(data.kinds))
  for (const [level, words] of levels.entries())
    for (const long of words.split(' ').filter((word) => word !== '')) {
      const label = { kind: kind as LabelKind, long, isWeak: level > 0 };
      for (const word of `${long} ${spellings[long] ?? ''}`.trim().split(' ')) LABELS.set(word, label);
    }
for (const [word, long] of LONG_FORMS) {
  const label = LABELS.get(long);
  if (label && !LABELS.has(word)) LABELS.set(word, label);
}

/** @returns what a folded word introduces; undefined for other words. */
export const labelOf = (word: string): Label | undefined => LABELS.get(word);

/** Abbreviations and terms of several words, the longest first, and the label that replaces them. */
export const TERMS: readonly (readonly [readonly string[], string])[] = Object.entries(data.terms)
  .flatMap(([label, terms]) => terms.map((term) => [term.split(' '), label] as const))
  .toSorted(([one], [other]) => other.length - one.length);

/** Words that join others in a name and are omitted at will: «Jr. de la Unión», «Jr. Unión». */
export const CONNECTORS: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'lo']);

/** Abbreviations inside of names that are not in `LONG_FORMS`. */
export const NAME_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(data.names).flatMap(([long, short]) => short.split(' ').map((word) => [word, long] as const)),
);

const NUMBER_WORDS =
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta'.split(
    ' ',
  );
const ORDINAL_WORDS = 'primer segund tercer cuart quint sext setim octav noven decim'.split(' ');
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ');

/** @returns the figure of a number in words: «veintiocho» as 28; undefined for other words. */
export function figureOf(word: string): string | undefined {
  const at = NUMBER_WORDS.indexOf(word);
  return at < 0 ? undefined : String(at + 1);
}

/** @returns the figure of an ordinal: «2da», «2°», «segunda», «II» as 2; undefined for other words. */
export function ordinalOf(word: string): string | undefined {
  const figure = /^(\d{1,2})(?:°|r?[aeo]|er[ao]?|r[ao]|d[ao]|t[ao]|m[ao]|v[ao]|n[ao])?$/.exec(word)?.[1];
  if (figure !== undefined) return String(Number(figure));
  const stem = word.replace('septim', 'setim').replace(/[ao]$/, '');
  const named = ORDINAL_WORDS.indexOf(stem);
  if (named >= 0) return String(named + 1);
  const roman = ROMANS.indexOf(word);
  return roman < 0 ? undefined : String(roman + 1);
}
