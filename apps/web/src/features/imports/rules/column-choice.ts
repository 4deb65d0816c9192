import {
  IMPORT_COLUMN_KEYS,
  IMPORT_COLUMNS,
  type ImportColumnKey,
  type ImportLayout,
} from '@despacho/contracts/dispatch';

/** The field of each column of a file, by place. */
export type Chosen = ReadonlyMap<number, ImportColumnKey>;

/** @returns the fields a file has so far. */
export const chosenOf = ({ columns }: ImportLayout): Chosen =>
  new Map(columns.flatMap(({ place, key }) => (key === null ? [] : [[place, key] as const])));

/** @returns the fields with another one for a column. A field is taken from the column that had it. */
export function withChosen(chosen: Chosen, place: number, key: ImportColumnKey | undefined): Chosen {
  const next = new Map([...chosen].filter(([other, has]) => other !== place && has !== key));
  return key === undefined ? next : next.set(place, key);
}

/** @returns the names of required fields that no column has. A client for all lines replaces its column. */
export function missingFields(chosen: Chosen, client: string): string[] {
  const has = new Set(chosen.values());
  return IMPORT_COLUMN_KEYS.filter(
    (key) => IMPORT_COLUMNS[key].required && !has.has(key) && (key !== 'client' || client.trim() === ''),
  ).map((key) => IMPORT_COLUMNS[key].header);
}
