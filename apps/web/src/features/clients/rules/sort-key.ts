import { valueKind, valueText } from '../../../shared/fields/value-kind.ts';

const collator = new Intl.Collator('es', { numeric: true });

/** @returns what a value is sorted by; undefined (sorted last, either way) when there is nothing. */
export function sortKey(value: unknown): string | number | undefined {
  if (valueKind(value) === 'nothing') return undefined;
  if (typeof value === 'number') return value;
  // Sí before No: whoever sorts by «Activo» looks for the active ones.
  if (typeof value === 'boolean') return value ? 0 : 1;
  return valueText(value);
}

/** Orders as a Spanish reader expects: ñ after n, 2 before 10, numbers before words. */
export function compareKeys(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
