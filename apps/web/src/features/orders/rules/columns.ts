import { ORDER_SORTS } from '@despacho/contracts/dispatch';

interface Column {
  label: string;
  /** Fixed width that fits usual content; or a minimum and a share of the remaining width. In px at the usual font size. */
  width: number | { min: number; share: number };
  /** Shown only to those who choose it. */
  isExtra?: true;
}

/** Columns of the table, left to right. */
export const COLUMNS = {
  codigo: { label: 'Orden', width: 84 },
  vence: { label: 'Horario', width: 180 },
  estado: { label: 'Estado', width: 132 },
  destinatario: { label: 'Destinatario', width: { min: 128, share: 6 } },
  telefono: { label: 'Teléfono', width: 148, isExtra: true },
  cliente: { label: 'Cliente', width: { min: 116, share: 4 } },
  direccion: { label: 'Dirección', width: { min: 160, share: 6 }, isExtra: true },
  distrito: { label: 'Distrito', width: { min: 100, share: 4 } },
  bultos: { label: 'Bultos', width: 72, isExtra: true },
  peso: { label: 'Peso', width: 88, isExtra: true },
  repartidor: { label: 'Repartidor', width: { min: 112, share: 5 } },
  cobro: { label: 'Cobro', width: 100 },
  marcas: { label: 'Avisos', width: 76 },
} as const satisfies Record<string, Column>;

export type ColumnKey = keyof typeof COLUMNS;

export const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

/** In this order, columns are dropped when space is short. */
const DROPPED: readonly ColumnKey[] = ['cliente', 'marcas', 'cobro', 'distrito', 'repartidor'];

const columnOf = (key: ColumnKey): Column => COLUMNS[key];

/** Width of the checkbox column. */
const CHECK_WIDTH = 40;

/** @returns a length in px at the usual font size, as CSS that follows the font size. */
export const rem = (px: number): string => `${px / 16}rem`;

const minWidthOf = (key: ColumnKey): number => {
  const { width } = columnOf(key);
  return typeof width === 'number' ? width : width.min;
};

/** @returns the minimum width in px at the usual font size for these columns. */
export const minWidth = (keys: readonly ColumnKey[]): number =>
  keys.reduce((sum, key) => sum + minWidthOf(key), CHECK_WIDTH);

/** @returns the default columns for a table of this width in px at the usual font size. */
export function fittingColumns(width: number): ColumnKey[] {
  let keys = COLUMN_KEYS.filter((key) => columnOf(key).isExtra !== true);
  for (const key of DROPPED) {
    if (minWidth(keys) <= width) break;
    keys = keys.filter((each) => each !== key);
  }
  return keys;
}

/** @returns the value of `grid-template-columns`. */
export const tracksOf = (keys: readonly ColumnKey[]): string =>
  [
    rem(CHECK_WIDTH),
    ...keys.map((key) => {
      const { width } = columnOf(key);
      return typeof width === 'number' ? rem(width) : `minmax(${rem(width.min)}, ${width.share}fr)`;
    }),
  ].join(' ');

/** @returns the sorting of the list by this column, if it has one. */
export const sortOfColumn = (key: ColumnKey) => ORDER_SORTS.find((sort) => sort === key);
