/** With or without thousands separators; at most one decimal point. */
const TYPED = /^(\d{1,3}(,\d{3})+|\d{1,9})(\.\d*)?$/;

/**
 * Parses a number as typed: «1,234.50», «S/ 45.9», «12».
 * @param places maximum number of decimals.
 * @returns the number in units of its last decimal: céntimos of soles with two, grams of kilograms with three. NaN if
 * it is not a number or has more decimals.
 */
export function parseFigure(typed: string, places: number): number {
  const plain = typed.trim().replace(/^S\/\.?\s*/i, '');
  if (!TYPED.test(plain)) return NaN;
  const [whole = '', part = ''] = plain.replaceAll(',', '').split('.');
  return part.length > places ? NaN : Number(whole + part.padEnd(places, '0'));
}
