import { type ORDER_SORTS } from '@despacho/contracts/dispatch';

type Sortable = (typeof ORDER_SORTS)[number];

interface Column {
  label: string;
  /** Fixed width in px that fits usual content; or a minimum in px and a share of the remaining width. */
  width: number | { min: number; share: number };
  sort?: Sortable;
  /** Order in which columns are dropped when space is short; those without one stay. */
  yields?: number;
  /** Shown only to those who choose it. */
  isExtra?: true;
}

/** Columns of the table, left to right. */
export const COLUMNS = {
  codigo: { label: 'Orden', width: 88, sort: 'codigo' },
  vence: { label: 'Horario', width: 168, sort: 'vence' },
  estado: { label: 'Estado', width: 134 },
  destinatario: { label: 'Destinatario', width: { min: 144, share: 6 }, sort: 'destinatario' },
  telefono: { label: 'Teléfono', width: 148, isExtra: true },
  cliente: { label: 'Cliente', width: { min: 116, share: 4 }, sort: 'cliente', yields: 1 },
  direccion: { label: 'Dirección', width: { min: 160, share: 6 }, isExtra: true },
  distrito: { label: 'Distrito', width: { min: 112, share: 4 }, yields: 4 },
  bultos: { label: 'Bultos', width: 72, isExtra: true },
  peso: { label: 'Peso', width: 88, isExtra: true },
  repartidor: { label: 'Repartidor', width: { min: 120, share: 5 }, yields: 5 },
  cobro: { label: 'Cobro', width: 100, yields: 3 },
  marcas: { label: 'Avisos', width: 76, yields: 2 },
} as const satisfies Record<string, Column>;

export type ColumnKey = keyof typeof COLUMNS;

export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

const columnOf = (key: ColumnKey): Column => COLUMNS[key];

/** Width of the checkbox column, in px. */
export const CHECK_WIDTH = 40;

const minWidthOf = (key: ColumnKey): number => {
  const { width } = columnOf(key);
  return typeof width === 'number' ? width : width.min;
};

/** @returns the minimum width in px for these columns. */
export const minWidth = (keys: readonly ColumnKey[]): number =>
  keys.reduce((sum, key) => sum + minWidthOf(key), CHECK_WIDTH);

/** @returns the default columns for a table of this width in px. */
export function fittingColumns(width: number): ColumnKey[] {
  let keys = COLUMN_KEYS.filter((key) => columnOf(key).isExtra !== true);
  const yielding = keys
    .filter((key) => columnOf(key).yields !== undefined)
    .sort((one, other) => (columnOf(one).yields ?? 0) - (columnOf(other).yields ?? 0));
  for (const key of yielding) {
    if (minWidth(keys) <= width) break;
    keys = keys.filter((each) => each !== key);
  }
  return keys;
}

/** @returns the value of `grid-template-columns`. */
export const tracksOf = (keys: readonly ColumnKey[]): string =>
  [
    `${CHECK_WIDTH}px`,
    ...keys.map((key) => {
      const { width } = columnOf(key);
      return typeof width === 'number' ? `${width}px` : `minmax(${width.min}px, ${width.share}fr)`;
    }),
  ].join(' ');

export const sortOfColumn = (key: ColumnKey): Sortable | undefined => columnOf(key).sort;
