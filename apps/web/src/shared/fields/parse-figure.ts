/** Thousands apart or not; a point may stand before the places. */
const TYPED = /^(\d{1,3}(,\d{3})+|\d{1,9})(\.\d*)?$/;

/**
 * Reads a figure as one types it: «1,234.50», «S/ 45.9», «12».
 * @param places digits after the point at most.
 * @returns the figure in whole units of its last place: céntimos of soles with two, grams of kilograms with three. NaN
 * where it is none, or has more places.
 */
export function parseFigure(typed: string, places: number): number {
  const plain = typed.trim().replace(/^S\/\.?\s*/i, '');
  if (!TYPED.test(plain)) return NaN;
  const [whole = '', part = ''] = plain.replaceAll(',', '').split('.');
  return part.length > places ? NaN : Number(whole + part.padEnd(places, '0'));
}
