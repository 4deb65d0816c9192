import { type Order, type OrderSort, readPageCursor } from '@despacho/contracts/dispatch';

/** The position of an order in a list: by due time, compared as text (all instants have the same form), then by id. */
interface Place {
  /** Empty in a list sorted by code. */
  due: string;
  id: number;
}

const isByDue = (sort: OrderSort): boolean => sort.endsWith('vence');

/** Whether the page can sort orders as the service does. The collation of texts is the database's. */
export const isSortable = (sort: OrderSort): boolean => isByDue(sort) || sort.endsWith('codigo');

/** @returns the place of an order in a list that the page can sort. */
export const placeOf = (sort: OrderSort, { id, dueAt }: Pick<Order, 'id' | 'dueAt'>): Place => ({
  due: isByDue(sort) ? dueAt : '',
  id: Number(id),
});

/** @returns the place at which a page ends. */
export function endOf(sort: OrderSort, cursor: string): Place | undefined {
  const [, value, id] = readPageCursor(cursor) ?? [];
  return id === undefined ? undefined : { due: isByDue(sort) ? String(value) : '', id };
}

/** @returns whether a place is at or before another one. */
export function isInRange(sort: OrderSort, place: Place, end: Place): boolean {
  const order = place.due === end.due ? place.id - end.id : place.due < end.due ? -1 : 1;
  return sort.startsWith('-') ? order >= 0 : order <= 0;
}
