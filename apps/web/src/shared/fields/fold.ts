/** Most of what an office writes: no need to look at its letters one by one. */
const ASCII = /^[ -~\n]*$/;

/** By unit, not by character: a surrogate pair folds to itself and keeps its length. Capitals may be left among them. */
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
 * @returns the text without accents and in lower case, for comparing. It has the length of its NFC form, unit for unit,
 * so that a place found in it is the same place in the text shown.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  // A few capitals («İ») grow when they become small; those are left to `foldUnit`.
  return (lower.length === composed.length ? lower : composed).replace(OTHERS, foldUnit);
}
