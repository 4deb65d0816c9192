const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NO_LETTER_OR_DIGIT = /[^\p{Letter}\p{Number}]/gu;
const LEADING_ZEROS = /(?<!\p{Number})0+(?=\p{Number})/gu;

const UNSEEN = /[\s\p{Other}]/gu;
const BEYOND_ASCII = /[^\0-\x7f]/gu;

const loosely = new Intl.Collator('en', { sensitivity: 'base' });
const PLAIN = ['ae', 'oe', 'ss', ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')];

/** Databases that ignore accents take more than accents for the same letter: ø for o, ł for l, ٣ for 3. */
const plainFor = (letter: string): string => PLAIN.find((plain) => loosely.compare(plain, letter) === 0) ?? letter;

function folded(text: string): string {
  const seen = text.normalize('NFKD').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKD');
  const plain = seen.replace(BEYOND_ASCII, plainFor);
  const letters = plain.replace(NO_LETTER_OR_DIGIT, '').replace(LEADING_ZEROS, '');
  // A name of signs alone must not be everybody's.
  return letters === '' ? plain.replace(UNSEEN, '') : letters;
}

/**
 * One text for every spelling under which a host may find the same account: case, accents, width, spaces, signs, marks
 * nobody sees and leading zeros do not matter. Two accounts that only differ in those share a counter, which is harmless;
 * two spellings of one account with a counter each would multiply the guesses.
 */
export const accountName = (sucursal: string, username: string): string => `${folded(sucursal)}/${folded(username)}`;
