import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, DISPATCH, EXPORT_ANSWER, EXPORT_TIME_MS } from '../../policy.ts';
import { inOffice } from '../platform/fields.ts';
import { CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE } from '../platform/files.ts';
import { type OrderFilterQuery, orderFilterQuery, readOrderFilter, writeOrderFilter } from './order-filter.ts';
import { orderSort } from './order-sort.ts';
import { codesOf } from '../platform/words.ts';

export const EXPORT_FORMATS = {
  csv: { name: 'CSV', mediaType: CSV_MEDIA_TYPE },
  xlsx: { name: 'Excel', mediaType: XLSX_MEDIA_TYPE },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** How long a ticket can be redeemed, in seconds. */
export const TICKET_SECONDS = 60;

/** An export of more orders than this counts as full, whatever its filter. */
export const FULL_EXPORT_ORDERS = 10_000;

/** A range of up to this many days counts as a filter: clients are billed by the month. */
export const FULL_EXPORT_DAYS = 31;

/** Up to this many orders never count as a full export, even if a new office has no more. */
const FEW_ORDERS = 200;

const DAY_MS = 86_400_000;

/** Whether a filter excludes nothing, or filters only by a range of days longer than a month. */
function leavesAll(query: OrderFilterQuery): boolean {
  const { desde, hasta, ...others } = writeOrderFilter(readOrderFilter(query));
  if (Object.keys(others).length > 0) return false;
  if (desde === undefined || hasta === undefined) return true;
  return Date.parse(hasta) - Date.parse(desde) >= FULL_EXPORT_DAYS * DAY_MS;
}

/** How many orders match a filter and, where known, how many the office has in total. */
interface MatchCounts {
  orders: number;
  ofOffice?: number;
}

/**
 * Whether an export counts as full, which requires charge S: without a filter, with only a long range of days, more
 * than `FULL_EXPORT_ORDERS`, or most of the office's orders.
 */
export function isFullExport(
  filter: OrderFilterQuery,
  { orders, ofOffice = Infinity }: MatchCounts = { orders: 0 },
): boolean {
  return leavesAll(filter) || orders > FULL_EXPORT_ORDERS || (orders > FEW_ORDERS && orders > ofOffice / 2);
}

/** The same filter and sorting as in the list. */
const exportBody = z.strictObject({
  format: z.enum(codesOf(EXPORT_FORMATS)),
  filter: orderFilterQuery,
  sort: z.optional(orderSort),
  /** More orders than this are refused (409) and not counted for the day. Set by the gateway. */
  upTo: z.optional(z.int().check(z.gte(1))),
});

/** A one-use download ticket. */
export const ticket = z.string().check(z.regex(/^[\w-]{20,200}$/));

export const exportTicket = z.object({
  ticket,
  fileName: z.string(),
  /** How many orders match the filter now. */
  orders: z.int(),
  expiresAt: z.iso.datetime(),
});

export type ExportTicket = z.infer<typeof exportTicket>;

/** Exports all orders that match a filter as a file. */
export const exportOperations = {
  'exports.prepare': operation('POST', '/api/exports', {
    summary:
      'Prepara la descarga de todas las órdenes de un filtro (sin filtro, de más de 31 días sin otro filtro, de más de 10,000 o de más de la mitad de la oficina: cargo S). Cuenta para las órdenes que cada persona puede exportar por día',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, inClosedOffice: true },
    query: inOffice,
    body: exportBody,
    response: exportTicket,
  }),
  'exports.download': operation('GET', '/api/exports', {
    summary: 'Descarga lo preparado, una vez y antes de 60 segundos',
    policy: { ...DISPATCH, answerBytes: EXPORT_ANSWER, timeMs: EXPORT_TIME_MS },
    query: z.strictObject({ ...inOffice.shape, ticket }),
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE] },
  }),
};
