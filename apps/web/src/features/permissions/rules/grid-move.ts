/** A focusable cell. Row 0 is the header; column 0 is the person's name. */
export interface GridPlace {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

/** Rows per Page Up or Page Down. */
const PAGE = 10;

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

const clamp = (value: number, last: number): number => Math.max(0, Math.min(value, last));

/** @returns the nearest cell of the grid. The header's first cell is not focusable: its neighbour instead. */
export function gridPlaceWithin({ row, column }: GridPlace, { rows, columns }: GridSize): GridPlace {
  const place = { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
  return place.row === 0 ? { ...place, column: Math.max(1, place.column) } : place;
}

function target({ row, column }: GridPlace, { key, ctrlKey, metaKey }: KeyLike, size: GridSize): GridPlace | null {
  const whole = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowUp':
      return { row: whole ? 1 : row - 1, column };
    case 'ArrowDown':
      return { row: whole ? size.rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: whole ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: whole ? size.columns - 1 : column + 1 };
    case 'Home':
      return { row: whole ? 1 : row, column: 0 };
    case 'End':
      return { row: whole ? size.rows - 1 : row, column: size.columns - 1 };
    case 'PageUp':
      return { row: Math.max(1, row - PAGE), column };
    case 'PageDown':
      return { row: row + PAGE, column };
    default:
      return null;
  }
}

/** @returns the target of a key press (WAI-ARIA grid pattern), or null for keys without a meaning in the grid. */
export function gridMove(from: GridPlace, press: KeyLike, size: GridSize): GridPlace | null {
  const place = target(from, press, size);
  return place && gridPlaceWithin(place, size);
}
