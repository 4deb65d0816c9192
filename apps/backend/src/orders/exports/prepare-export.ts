import {
  addDays,
  emptyFilter,
  type ExportFormat,
  type ExportTicket,
  isFullExport,
  type OrderFilter,
  type OrderFilterQuery,
  type OrderSort,
  readOrderFilter,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type Dispatcher, requireChargeS } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { instantOf, localOf, partsOf } from '#platform/dispatch/zoned-time.ts';
import { MAX_SHEET_ROWS } from '#platform/files/xlsx-stream.ts';
import { countedIn } from '../order/count-orders.ts';
import { filterCondition } from '../order/filter-orders.ts';
import { formatNumber } from '#platform/format-number.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { issueTicket } from './export-tickets.ts';

/** Oldest first, so that an export can be compared with an earlier one. */
const USUAL_SORT: OrderSort = 'codigo';

/** @returns an office's id for a file name, without spaces and accents, which some browsers replace. */
export const inFileName = (officeId: string): string =>
  officeId
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-');

/**
 * @param what begins the name. @param ending without the dot.
 * @returns the name under which a file is saved, with office and working day, as the screens show it.
 */
export const nameOfFile = (what: string, dispatcher: Dispatcher, ending: string, now: Date): string =>
  `${what}-${inFileName(dispatcher.officeId)}-${officeDay(now, dispatcher)}.${ending}`;

export const exportFileName = (dispatcher: Dispatcher, format: ExportFormat, now: Date): string =>
  nameOfFile('ordenes', dispatcher, format, now);

/** A query for a single number: how many orders match a filter. */
function figureOf(dispatcher: Dispatcher, filter: OrderFilter, now: Date): RawBuilder<number> {
  const { source, count, filter: rest } = countedIn(filter);
  return sql`(select coalesce(${count}, 0) from ${source} where ${filterCondition(dispatcher, rest, now)})`;
}

const DAY_AND_MONTH = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** The next day in Spanish: `lunes 23 de noviembre`. */
function dayAfter(day: string): string {
  const { weekday, day: date, month } = partsOf(DAY_AND_MONTH, instantOf(addDays(day, 1), '00:00', 'UTC'));
  return `${weekday} ${date} de ${month}`;
}

/** The refusal of an export that would exceed the daily limit. */
export function overQuota(orders: number, left: number, limit: number, day: string): Refusal {
  const rule = `Cada persona puede exportar ${formatNumber(limit)} órdenes por día`;
  const found = `Hoy le quedan ${formatNumber(left)} y esta descarga tiene ${formatNumber(orders)}`;
  const wait =
    orders > limit ? '' : `, o espere a las 00:00 del ${dayAfter(day)}: tendrá otra vez ${formatNumber(limit)}`;
  return new Refusal('unprocessable', `${rule}. ${found}. Reduzca más la búsqueda${wait}.`);
}

/**
 * @returns a ticket for all orders that match a filter, and how many these are now.
 * @throws Refusal forbidden for a full export without charge S; conflict for more orders than `upTo`; unprocessable for more orders than fit a sheet, or than
 * are left of the daily limit, which also applies to charge S.
 */
export async function prepareExport(
  { db, clock, config }: OrderServices,
  dispatcher: Dispatcher,
  {
    format,
    filter,
    sort = USUAL_SORT,
    upTo = Infinity,
  }: { format: ExportFormat; filter: OrderFilterQuery; sort?: OrderSort | undefined; upTo?: number | undefined },
): Promise<ExportTicket> {
  if (isFullExport(filter)) requireChargeS(dispatcher);
  const now = clock();
  const { rows } = await sql<{ orders: number; all: number }>`
    select
      ${figureOf(dispatcher, readOrderFilter(filter), now)} as orders,
      ${figureOf(dispatcher, emptyFilter(), now)} as all`.execute(db);
  const { orders, all: ofOffice } = rows[0] ?? { orders: 0, all: 0 };
  if (isFullExport(filter, { orders, ofOffice })) requireChargeS(dispatcher);
  if (format === 'xlsx' && orders >= MAX_SHEET_ROWS)
    throw new Refusal('unprocessable', 'Son más órdenes de las que caben en una hoja de Excel; seleccione CSV');
  if (orders > upTo)
    throw new Refusal('conflict', 'Son más órdenes de las que se podían descargar sin confirmar quién es');
  const { date: day } = localOf(now, dispatcher.timeZone);
  const limit = config.exportOrdersPerDay;
  const issued = await issueTicket(db, dispatcher, { format, filter, sort }, { day, orders, limit, now });
  if ('left' in issued) throw overQuota(orders, issued.left, limit, day);
  const fileName = exportFileName(dispatcher, format, now);
  return { ticket: issued.ticket, fileName, orders, expiresAt: issued.expiresAt.toISOString() };
}
