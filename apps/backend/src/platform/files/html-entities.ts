const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  uml: '\u0308',
  tilde: '\u0303',
  circ: '\u0302',
  cedil: '\u0327',
};

/** Names of characters that are not a letter with an accent. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', deg: '°', ordm: 'º', ordf: 'ª', middot: '·' },
  ...{ iexcl: '¡', iquest: '¿', laquo: '«', raquo: '»', ndash: '–', mdash: '—', hellip: '…', bull: '•', euro: '€' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', acute: '´', sup2: '²', frac12: '½', aring: 'å', szlig: 'ß' },
};

/** «&amp;ntilde;» was encoded twice. */
const ENTITY =
  /&(?:amp;){0,3}(?:#(\d{2,6})|#[xX]([\da-fA-F]{2,5})|([a-zA-Z])(acute|grave|uml|tilde|circ|cedil)|([a-z]{2,6}\d{0,2}));/g;

/** A character that separates the cells of a text file. */
const STRUCTURE = /[;,\t|\r\n]/;

const windows1252 = new TextDecoder('windows-1252');

/** @returns the character with a number; browsers read 128 to 159 as Windows-1252. Undefined for a control character. */
function characterOf(code: number): string | undefined {
  if (code > 0x10_ff_ff || (code >= 0xd800 && code < 0xe000)) return undefined;
  const character = code >= 128 && code < 160 ? windows1252.decode(Uint8Array.of(code)) : String.fromCodePoint(code);
  return /[^\P{Cc}\t\r\n]/u.test(character) ? undefined : character;
}

/**
 * @returns the text that HTML entities stand for: «María» for «Mar&iacute;a», «D'Onofrio» for «D&#39;Onofrio». Unknown ones
 * stay.
 * @param isTable whether the text is a whole file: a separator or line break stays encoded, and a quotation mark becomes a
 *   typographic one, because both have a meaning there. Decoding the file at all is what keeps the `;` of an entity from
 *   separating cells.
 */
export function decodeEntities(text: string, isTable = false): string {
  if (!text.includes('&')) return text;
  return text.replace(
    ENTITY,
    (entity: string, decimal?: string, hex?: string, letter?: string, mark?: string, name?: string) => {
      const character =
        letter === undefined || mark === undefined
          ? name === undefined
            ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
            : Object.hasOwn(NAMED, name)
              ? NAMED[name]
              : undefined
          : `${letter}${MARKS[mark] ?? ''}`.normalize('NFC');
      if (character === undefined || (isTable && STRUCTURE.test(character))) return entity;
      return isTable && character === '"' ? '”' : character;
    },
  );
}
