import {
  IMPORT_COLUMN_KEYS,
  IMPORT_COLUMNS,
  type ImportColumnKey,
  type ImportLayout,
  type TableLayout,
} from '@despacho/contracts/dispatch';
import { hasDay, sampleText } from './sample-text.ts';

/** The field of each column of a file, by place. */
export type Chosen<Key extends string = ImportColumnKey> = ReadonlyMap<number, Key>;

/** @returns the fields a file has so far. */
export const chosenOf = <Key extends string>({ columns }: Pick<TableLayout<Key>, 'columns'>): Chosen<Key> =>
  new Map(columns.flatMap(({ place, key }) => (key === null ? [] : [[place, key] as const])));

/** @returns the fields with another one for a column. A field is taken from the column that had it. */
export function withChosen<Key extends string>(chosen: Chosen<Key>, place: number, key: Key | undefined): Chosen<Key> {
  const next = new Map([...chosen].filter(([other, has]) => other !== place && has !== key));
  return key === undefined ? next : next.set(place, key);
}

/** Values that the person enters for all lines of a file, instead of columns. */
export interface ForAllLines {
  client: string;
  /** `2026-11-25`; other text while the date is incomplete. */
  date: string;
}

/** @returns whether the values of a column state the day of each order. */
export const hasDays = ({ columns }: Pick<ImportLayout, 'columns'>, chosen: Chosen): boolean =>
  columns.some(({ place, samples }) => {
    const key = chosen.get(place);
    if (key === 'date') return samples.length > 0;
    return (key === 'windowFrom' || key === 'windowTo') && samples.some((sample) => hasDay(sampleText(sample, key)));
  });

/**
 * @returns the names of required fields without a column. A client or a date for all lines replaces its column.
 */
export function missingFields(
  layout: Pick<ImportLayout, 'columns'>,
  chosen: Chosen,
  { client, date }: ForAllLines,
): string[] {
  const has = new Set(chosen.values());
  const isGiven: Partial<Record<ImportColumnKey, boolean>> = {
    client: client.trim() !== '' || has.has('client'),
    recipient: has.has('recipient') || has.has('title'),
    date: /^\d{4}-\d\d-\d\d$/.test(date) || hasDays(layout, chosen),
  };
  return IMPORT_COLUMN_KEYS.filter((key) => IMPORT_COLUMNS[key].required && !(isGiven[key] ?? has.has(key))).map(
    (key) => IMPORT_COLUMNS[key].header,
  );
}
