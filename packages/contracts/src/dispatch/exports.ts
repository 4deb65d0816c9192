import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { BULK_BODY, DISPATCH, EXPORT_ANSWER, EXPORT_TIME_MS } from '../policy.ts';
import { inOffice } from './fields.ts';
import { CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE } from './files.ts';
import { type OrderFilterQuery, orderFilterQuery, readOrderFilter, writeOrderFilter } from './order-filter.ts';
import { orderSort } from './order-sort.ts';

export const EXPORT_FORMATS = {
  csv: { name: 'CSV', mediaType: CSV_MEDIA_TYPE },
  xlsx: { name: 'Excel', mediaType: XLSX_MEDIA_TYPE },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** How long a ticket can be redeemed. */
export const TICKET_SECONDS = 60;

/** More orders than these in one file are a full export, whatever the filter. */
export const FULL_EXPORT_ORDERS = 10_000;

/** Days that narrow by themselves: a month is what is settled with a client. */
export const LONGEST_EXPORT_DAYS = 31;

/** Up to so many orders are no office's all; of an office that began last week they would be more than half. */
const FEW_ORDERS = 200;

const DAY_MS = 86_400_000;

/** Whether a filter leaves nothing out, or nothing but other days than a long time. */
function leavesAll(query: OrderFilterQuery): boolean {
  const { desde, hasta, ...others } = writeOrderFilter(readOrderFilter(query));
  if (Object.keys(others).length > 0) return false;
  if (desde === undefined || hasta === undefined) return true;
  return Date.parse(hasta) - Date.parse(desde) >= LONGEST_EXPORT_DAYS * DAY_MS;
}

/** How many orders a filter leaves, and how many the office has in all, where that is known. */
interface Found {
  orders: number;
  ofOffice?: number;
}

/**
 * Whether an export takes everything with it, which needs charge S: no filter at all or one of many days alone, a great many
 * orders, or most of what the office has.
 */
export function isFullExport(
  filter: OrderFilterQuery,
  { orders, ofOffice = Infinity }: Found = { orders: 0 },
): boolean {
  return leavesAll(filter) || orders > FULL_EXPORT_ORDERS || (orders > FEW_ORDERS && orders > ofOffice / 2);
}

/** The same filter and sorting as the list's. */
export const exportBody = z.strictObject({
  format: z.enum(Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]]),
  filter: orderFilterQuery,
  sort: z.optional(orderSort),
});

/** A word that is good for one download. */
export const ticket = z.string().check(z.regex(/^[\w-]{20,200}$/));

export const exportTicket = z.object({
  ticket,
  fileName: z.string(),
  /** How many orders the filter leaves now. */
  orders: z.int(),
  expiresAt: z.iso.datetime(),
});

export type ExportTicket = z.infer<typeof exportTicket>;

/** The whole result of a filter as a file. */
export const exportOperations = {
  'exports.prepare': operation({
    summary:
      'Prepara la descarga de todas las órdenes de un filtro (sin filtro, de más de 31 días sin otro filtro, de más de 10 000 o de más de la mitad de la oficina: cargo S). Cuenta para las órdenes que cada persona puede exportar por día',
    method: 'POST',
    path: '/api/exports',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY },
    params: null,
    query: inOffice,
    body: exportBody,
    response: exportTicket,
  }),
  'exports.download': operation({
    summary: 'Descarga lo preparado, una vez y antes de 60 segundos',
    method: 'GET',
    path: '/api/exports',
    policy: { ...DISPATCH, answerBytes: EXPORT_ANSWER, timeMs: EXPORT_TIME_MS },
    params: null,
    query: z.strictObject({ ...inOffice.shape, ticket }),
    body: null,
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE] },
  }),
};
