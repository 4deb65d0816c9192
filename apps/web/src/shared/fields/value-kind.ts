/** How an unknown value of a legacy host is displayed. */
type ValueKind = 'nothing' | 'text' | 'list' | 'record';

/** @returns the kind of a JSON value. Empty strings, lists and records count as nothing, like null. */
export function valueKind(value: unknown): ValueKind {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length > 0 ? 'list' : 'nothing';
  if (typeof value === 'object') return Object.keys(value).length > 0 ? 'record' : 'nothing';
  return 'text';
}

/** @returns a single value as text: «Sí» and «No» for booleans, numbers unformatted (an id is not an amount). */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
