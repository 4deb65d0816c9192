import { type ORDER_SORTS } from '@despacho/contracts/dispatch';

type Sortable = (typeof ORDER_SORTS)[number];

interface Column {
  label: string;
  /** Px, so that what usually stands there is not cut; or px at least and a share of what is left. */
  width: number | { min: number; share: number };
  sort?: Sortable;
  /** The order in which columns give way where there is no room; those without one stay. */
  yields?: number;
}

/** Columns of the table from left to right. */
export const COLUMNS = {
  codigo: { label: 'Orden', width: 88, sort: 'codigo' },
  vence: { label: 'Horario', width: 168, sort: 'vence' },
  estado: { label: 'Estado', width: 134 },
  destinatario: { label: 'Destinatario', width: { min: 144, share: 6 }, sort: 'destinatario' },
  cliente: { label: 'Cliente', width: { min: 116, share: 4 }, sort: 'cliente', yields: 1 },
  distrito: { label: 'Distrito', width: { min: 112, share: 4 }, yields: 4 },
  repartidor: { label: 'Repartidor', width: { min: 120, share: 5 }, yields: 5 },
  cobro: { label: 'Cobro', width: 100, yields: 3 },
  marcas: { label: 'Avisos', width: 76, yields: 2 },
} as const satisfies Record<string, Column>;

export type ColumnKey = keyof typeof COLUMNS;

export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

const columnOf = (key: ColumnKey): Column => COLUMNS[key];

/** Px of the box that shows what is chosen. */
export const CHECK_WIDTH = 40;

const minWidthOf = (key: ColumnKey): number => {
  const { width } = columnOf(key);
  return typeof width === 'number' ? width : width.min;
};

/** @returns px below which the columns do not fit side by side. */
export const minWidth = (keys: readonly ColumnKey[]): number =>
  keys.reduce((sum, key) => sum + minWidthOf(key), CHECK_WIDTH);

/** @returns the columns a table of so many px shows as long as nobody has chosen. */
export function fittingColumns(width: number): ColumnKey[] {
  let keys = COLUMN_KEYS;
  const yielding = keys
    .filter((key) => columnOf(key).yields !== undefined)
    .sort((one, other) => (columnOf(one).yields ?? 0) - (columnOf(other).yields ?? 0));
  for (const key of yielding) {
    if (minWidth(keys) <= width) break;
    keys = keys.filter((each) => each !== key);
  }
  return keys;
}

/** @returns the tracks of the grid, for CSS. */
export const tracksOf = (keys: readonly ColumnKey[]): string =>
  [
    `${CHECK_WIDTH}px`,
    ...keys.map((key) => {
      const { width } = columnOf(key);
      return typeof width === 'number' ? `${width}px` : `minmax(${width.min}px, ${width.share}fr)`;
    }),
  ].join(' ');

export const sortOfColumn = (key: ColumnKey): Sortable | undefined => columnOf(key).sort;
