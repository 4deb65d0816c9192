import * as z from 'zod/mini';
import { operation } from '../operation.ts';
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

/**
 * Whether an export takes everything with it, which needs charge S: no filter at all, or a great many orders.
 * @param orders how many the filter leaves, where that is known.
 */
export const isFullExport = (filter: OrderFilterQuery, orders = 0): boolean =>
  Object.keys(writeOrderFilter(readOrderFilter(filter))).length === 0 || orders > FULL_EXPORT_ORDERS;

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
    summary: 'Prepara la descarga de todas las órdenes de un filtro (sin filtro, o de más de 10 000: cargo S)',
    method: 'POST',
    path: '/api/exports',
    params: null,
    query: inOffice,
    body: exportBody,
    response: exportTicket,
  }),
  'exports.download': operation({
    summary: 'Descarga lo preparado, una vez y antes de 60 segundos',
    method: 'GET',
    path: '/api/exports',
    params: null,
    query: z.strictObject({ ...inOffice.shape, ticket }),
    body: null,
    response: { stream: CSV_MEDIA_TYPE, file: [CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE] },
  }),
};
