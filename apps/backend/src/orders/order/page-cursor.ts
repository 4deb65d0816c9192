import { type OrderSort, type PagePlace, readPageCursor, writePageCursor } from '@despacho/contracts/dispatch';
import { invalid } from '#platform/refusal.ts';
import { type OrderRow } from './order-row.ts';

/** The column of each sorting. Each has an index with the id as tie-breaker. */
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

/** The last row of the previous page. */
export interface Place {
  value: PagePlace[1];
  id: number;
}

/** The cursor includes the sorting, because a position is only valid in one sorting. */
export function encodePlace(sort: OrderSort, row: OrderRow): string {
  const value = row[sortingOf(sort).column];
  return writePageCursor([sort, value instanceof Date ? value.toISOString() : value, row.id]);
}

/** @throws Refusal invalid for a malformed cursor or another sorting. */
export function decodePlace(sort: OrderSort, cursor: string): Place {
  const [sorting, value, id] = readPageCursor(cursor) ?? [];
  if (sorting !== sort || value === undefined || id === undefined)
    throw invalid('La página pedida no es de esta lista', 'query.cursor');
  return { value, id };
}
