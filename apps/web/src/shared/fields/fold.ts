/** Most strings; they need no handling character by character. */
const ASCII = /^[ -~\n]*$/;

/** By code unit, not by character: a surrogate pair folds to itself and keeps its length. Capitals may remain. */
const OTHERS = /[^ -@[-~\n]/g;

const folded = new Map<string, string>();

function foldUnit(unit: string): string {
  const known = folded.get(unit);
  if (known !== undefined) return known;
  const base = (unit.normalize('NFD')[0] ?? unit).toLowerCase();
  const result = base.length === 1 ? base : unit;
  folded.set(unit, result);
  return result;
}

/**
 * @returns the text in lower case without accents, for comparison. It has the length of its NFC form, unit by unit, so
 * that match positions are valid in the displayed text.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  // A few capitals («İ») grow in lower case; `foldUnit` handles them.
  return (lower.length === composed.length ? lower : composed).replace(OTHERS, foldUnit);
}
