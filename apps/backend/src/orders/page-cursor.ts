import { type OrderSort } from '@despacho/contracts/dispatch';
import * as z from 'zod';
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
  value: string | number;
  id: number;
}

const place = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int().positive()]);

/** A cursor holds the sorting as well: a place in one order means nothing in another. */
export function encodePlace(sort: OrderSort, row: OrderRow): string {
  const value = row[sortingOf(sort).column];
  return Buffer.from(JSON.stringify([sort, value instanceof Date ? value.toISOString() : value, row.id])).toString(
    'base64url',
  );
}

/** @throws Refusal invalid for a cursor of another sorting, or none at all. */
export function decodePlace(sort: OrderSort, cursor: string): Place {
  try {
    const [sorting, value, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const { column } = sortingOf(sort);
    const fits = column === 'id' ? value === id : typeof value === 'string';
    if (sorting === sort && fits && (column !== 'due_at' || !Number.isNaN(Date.parse(String(value)))))
      return { value, id };
  } catch {
    // Told below, as any other cursor that is not ours.
  }
  throw new Refusal('invalid', 'La página pedida no es de esta lista');
}
