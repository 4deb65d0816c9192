import { type OrderSort, type PagePlace, readPageCursor, writePageCursor } from '@despacho/contracts/dispatch';
import { Refusal } from '../refusal.ts';
import { type OrderRow } from './order-row.ts';

/** The column behind each way of sorting. Each has an index with the id after it. */
const SORTED_BY = {
  codigo: 'id',
  vence: 'due_at',
  destinatario: 'recipient',
  cliente: 'client_name',
} as const;

export interface Sorting {
  column: (typeof SORTED_BY)[keyof typeof SORTED_BY];
  descending: boolean;
}

export const sortingOf = (sort: OrderSort): Sorting => ({
  column: SORTED_BY[sort.replace('-', '') as keyof typeof SORTED_BY],
  descending: sort.startsWith('-'),
});

/** The last row somebody has seen. */
export interface Place {
  value: PagePlace[1];
  id: number;
}

/** A cursor holds the sorting as well: a place in one order means nothing in another. */
export function encodePlace(sort: OrderSort, row: OrderRow): string {
  const value = row[sortingOf(sort).column];
  return writePageCursor([sort, value instanceof Date ? value.toISOString() : value, row.id]);
}

/** @throws Refusal invalid for a cursor of another sorting, or none at all. */
export function decodePlace(sort: OrderSort, cursor: string): Place {
  const [sorting, value, id] = readPageCursor(cursor) ?? [];
  if (sorting !== sort || value === undefined || id === undefined)
    throw new Refusal('invalid', 'La página pedida no es de esta lista', undefined, 'query.cursor');
  return { value, id };
}
