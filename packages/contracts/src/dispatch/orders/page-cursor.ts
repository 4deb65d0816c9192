import * as z from 'zod/mini';
import { plainText } from '../../typed-text.ts';
import { type ORDER_SORTS, type OrderSort } from './order-sort.ts';

/** The last row of a page: the sorting, the row's value in the sorted column, and its id. */
export type PagePlace = readonly [sort: OrderSort, value: string | number, id: number];

const rowNumber = z.int().check(z.minimum(1), z.maximum(999_999_999_999_999));

/** Limited to the years an order's date may have, plus one day for the latest due time. */
const dueAt = z.iso.datetime().check(z.refine((instant) => instant >= '1899-12-31' && instant < '2101-01-03'));

const sortedBy = <const Column extends (typeof ORDER_SORTS)[number]>(column: Column) => z.enum([column, `-${column}`]);

const place = z.union([
  z.tuple([sortedBy('codigo'), rowNumber, rowNumber]).check(z.refine(([, value, id]) => value === id)),
  z.tuple([sortedBy('vence'), dueAt, rowNumber]),
  z.tuple([z.enum(['destinatario', '-destinatario', 'cliente', '-cliente']), plainText(300), rowNumber]),
]);

/** Fits 300 characters of three bytes each, quoted, with sorting and id, in base64. */
const MAX_LENGTH = 1400;

/** @returns the content of a cursor; undefined if `writePageCursor` cannot have written it. */
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

/** @returns the place as base64url of its JSON. */
export const writePageCursor = (at: PagePlace): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(at))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** A list cursor. That its sorting matches the request is checked by the service, not here. */
export const pageCursor = z.string().check(
  z.maxLength(MAX_LENGTH),
  z.regex(/^[\w-]+$/),
  z.refine((cursor) => readPageCursor(cursor) !== undefined, 'La página pedida no es de esta lista'),
);
