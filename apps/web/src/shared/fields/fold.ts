/** By code unit, not by character: a surrogate pair folds to itself and keeps its length. */
const withoutAccent = (unit: string): string => unit.normalize('NFD').charAt(0);

/**
 * @returns the text in lower case without accents, for comparison. It has the length of its NFC form, unit by unit, so
 * that match positions are valid in the displayed text.
 */
export const fold = (text: string): string =>
  // Lower case last: a few capitals («İ») grow in lower case unless their accent is removed before.
  text
    .normalize('NFC')
    .replace(/[^ -~\n]/g, withoutAccent)
    .toLowerCase();
