import * as z from 'zod/mini';
import { plainText } from '../text.ts';
import { type ORDER_SORTS, type OrderSort } from './order-sort.ts';

/** The last row of a page: the sorting it belongs to, the value it has in the sorted column, and its id. */
export type PagePlace = readonly [sort: OrderSort, value: string | number, id: number];

const rowNumber = z.int().check(z.minimum(1), z.maximum(999_999_999_999_999));

/** Instants of the years in which orders may lie, and of the day after, when the last of them is due. */
const dueAt = z.iso.datetime().check(z.refine((instant) => instant >= '1899-12-31' && instant < '2101-01-03'));

const sortedBy = <const Column extends (typeof ORDER_SORTS)[number]>(column: Column) => z.enum([column, `-${column}`]);

const place = z.union([
  z.tuple([sortedBy('codigo'), rowNumber, rowNumber]).check(z.refine(([, value, id]) => value === id)),
  z.tuple([sortedBy('vence'), dueAt, rowNumber]),
  z.tuple([z.enum(['destinatario', '-destinatario', 'cliente', '-cliente']), plainText(300), rowNumber]),
]);

/** 300 characters of three bytes each, quoted, with sorting and id, in base64. */
const LONGEST = 1400;

/** @returns what a cursor holds; undefined for a text that `writePageCursor` would not have written. */
export function readPageCursor(cursor: string): PagePlace | undefined {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    const { data } = place.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return data;
  } catch {
    // Not base64, not UTF-8, not JSON.
    return undefined;
  }
}

/** @returns the place as the text of an address: base64url of its JSON. */
export const writePageCursor = (at: PagePlace): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(at))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Where a list goes on. Its owner reads it again: that it belongs to the sorting asked for is not known here. */
export const pageCursor = z.string().check(
  z.maxLength(LONGEST),
  z.regex(/^[\w-]+$/),
  z.refine((cursor) => readPageCursor(cursor) !== undefined, 'La página pedida no es de esta lista'),
);
