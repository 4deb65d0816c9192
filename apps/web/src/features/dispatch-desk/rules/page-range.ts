import { type Order, type OrderSort, readPageCursor } from '@despacho/contracts/dispatch';

/** The position of an order in a list that the page can compute: by due time or by code. */
export interface Place {
  sort: OrderSort;
  /** Compared as text; all instants have the same form. */
  value: string;
  id: number;
}

/** @returns the place of an order; undefined if the sorting is by text, whose collation is the database's. */
export function placeOf(sort: OrderSort, { id, dueAt }: Pick<Order, 'id' | 'dueAt'>): Place | undefined {
  const column = sort.replace('-', '');
  if (column === 'vence') return { sort, value: dueAt, id: Number(id) };
  return column === 'codigo' ? { sort, value: '', id: Number(id) } : undefined;
}

/** The place at which a page ends. */
function endOf(cursor: string): Place | undefined {
  const [sort, value, id] = readPageCursor(cursor) ?? [];
  if (sort === undefined || id === undefined) return undefined;
  return { sort, value: sort.endsWith('vence') ? String(value) : '', id };
}

/**
 * @param end a place, or the cursor at which a page ends.
 * @returns whether a place is at or before it.
 */
export function isInRange(place: Place, end: Place | string): boolean {
  const last = typeof end === 'string' ? endOf(end) : end;
  if (!last) return false;
  const order = place.value === last.value ? place.id - last.id : place.value < last.value ? -1 : 1;
  return place.sort.startsWith('-') ? order >= 0 : order <= 0;
}
