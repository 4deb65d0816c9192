const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NO_LETTER_OR_DIGIT = /[^\p{Letter}\p{Number}]/gu;
const LEADING_ZEROS = /(?<!\p{Number})0+(?=\p{Number})/gu;

function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKD');
  const letters = plain.replace(LEADING_ZEROS, '').replace(NO_LETTER_OR_DIGIT, '');
  // A name of signs alone must not be everybody's.
  return letters === '' ? plain : letters;
}

/**
 * One text for every spelling under which a host may find the same account: case, accents, width, spaces, signs, marks
 * nobody sees and leading zeros do not matter. Two accounts that only differ in those share a counter, which is harmless;
 * two spellings of one account with a counter each would multiply the guesses.
 */
export const accountName = (sucursal: string, username: string): string => `${folded(sucursal)}/${folded(username)}`;
