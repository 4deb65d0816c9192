/** A cell that can hold the focus. Row 0 is the header; column 0 names the person. */
export interface GridPlace {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

/** Rows that Page Up and Page Down pass over. */
const PAGE = 10;

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

const clamp = (value: number, last: number): number => Math.max(0, Math.min(value, last));

/** The header's first cell is a plain title, so the focus goes to its neighbour. */
const settle = ({ row, column }: GridPlace, { rows, columns }: GridSize): GridPlace => {
  const place = { row: clamp(row, rows - 1), column: clamp(column, columns - 1) };
  return place.row === 0 ? { ...place, column: Math.max(1, place.column) } : place;
};

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

/** @returns where a key leads in the grid (WAI-ARIA's grid pattern), or null when the key means nothing to it. */
export function gridMove(from: GridPlace, press: KeyLike, size: GridSize): GridPlace | null {
  const place = target(from, press, size);
  return place && settle(place, size);
}

/** @returns the place itself, or the nearest one that exists after the rows became fewer. */
export const gridPlaceWithin = (place: GridPlace, size: GridSize): GridPlace => settle(place, size);
