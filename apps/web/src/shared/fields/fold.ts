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
  const composed = text.normalize('NFC');
  let result = '';
  // By unit, not by character: a surrogate pair folds to itself and keeps its length.
  for (let index = 0; index < composed.length; index += 1) result += foldUnit(composed.charAt(index));
  return result;
}
