const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NO_LETTER_OR_DIGIT = /[^\p{Letter}\p{Number}]/gu;
const LEADING_ZEROS = /(?<!\p{Number})0+(?=\p{Number})/gu;

const UNSEEN = /[\s\p{Other}]/gu;
const BEYOND_ASCII = /[^\0-\x7f]/gu;

const loosely = new Intl.Collator('en', { sensitivity: 'base' });
const PLAIN = ['ae', 'oe', 'ss', ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')];

/** Databases that ignore accents also treat other characters as the same letter: ø as o, ł as l, ٣ as 3. */
const plainFor = (letter: string): string => PLAIN.find((plain) => loosely.compare(plain, letter) === 0) ?? letter;

/** @returns one string for all spellings of a name that a person or a host may consider equal. */
export function foldedName(text: string): string {
  const seen = text.normalize('NFKD').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKD');
  const plain = seen.replace(BEYOND_ASCII, plainFor);
  const letters = plain.replace(NO_LETTER_OR_DIGIT, '').replace(LEADING_ZEROS, '');
  // Names of only symbols must not all become the same name.
  return letters === '' ? plain.replace(UNSEEN, '') : letters;
}

/**
 * One string for every spelling that a host may treat as the same account: ignores case, accents, width, spaces,
 * symbols, invisible characters and leading zeros. Guesses are counted by it, because separate counters for spellings of
 * one account would multiply them; it names no account, because several can have it.
 */
export const accountName = (sucursal: string, username: string): string =>
  `${foldedName(sucursal)}/${foldedName(username)}`;
