import unhomoglyph from 'unhomoglyph';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const BEYOND_ASCII = /[^\0-\x7f]/gu;
const PLAIN = /^[a-z0-9]+$/;

/**
 * Unicode's table of similar letters (UTS 39) maps capitals to what they look like as capitals: Cyrillic І to l, like I and 1.
 * The small letter comes first, so that І is i.
 */
function plainFor(letter: string): string {
  const small = unhomoglyph(letter.toLowerCase()).toLowerCase();
  if (PLAIN.test(small)) return small;
  const capital = unhomoglyph(letter.toUpperCase()).toLowerCase();
  return PLAIN.test(capital) ? capital : letter.toLowerCase();
}

/**
 * @returns the same text for codes of offices that people may confuse: regardless of case, width and invisible
 * characters, with letters beyond ASCII as the ASCII letters they look like. Ñ and accents matter, and 1 is not l.
 */
export const codeKey = (code: string): string =>
  code.normalize('NFKC').replace(INVISIBLE, '').normalize('NFC').replace(BEYOND_ASCII, plainFor).toLowerCase();
