/** Zero-width characters, direction marks, soft hyphens, variation selectors, fillers and tags. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Quick test: soft hyphens, and characters beyond Latin letters. Most Spanish text has none. */
const MAY_HAVE_INVISIBLE = /[^\0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205f]/;

/** A joiner or variation selector inside an emoji («👩‍🚀», «❤️»), which would otherwise change. */
const IN_EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu;

/**
 * @returns the text without invisible characters, except those inside an emoji, and with its accents composed (NFC).
 * For text to store and display: copied telephones and file names may contain invisible characters.
 */
export function visibleText(text: string): string {
  if (!MAY_HAVE_INVISIBLE.test(text)) return text;
  const kept = new Set(Array.from(text.matchAll(IN_EMOJI), ({ index }) => index));
  return text.replace(INVISIBLE, (character, index: number) => (kept.has(index) ? character : '')).normalize('NFC');
}
