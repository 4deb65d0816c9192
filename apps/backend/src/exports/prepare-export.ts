import {
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
import { type Dispatcher, requireChargeS } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { MOST_SHEET_ROWS } from '../files/xlsx-stream.ts';
import { countedIn } from '../orders/counted-in.ts';
import { filterCondition } from '../orders/filter-orders.ts';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { issueTicket } from './export-tickets.ts';

/** Oldest first: the order in which an export can be read beside an earlier one. */
const USUAL_SORT: OrderSort = 'codigo';

/** As it is saved: what it is, of which office and day. */
export const exportFileName = ({ officeId, timeZone }: Dispatcher, format: ExportFormat, now: Date): string =>
  `ordenes-${officeId}-${localOf(now, timeZone).date}.${format}`;

/** A select of one figure: how many orders a filter leaves. */
function figureOf(dispatcher: Dispatcher, filter: OrderFilter, now: Date): RawBuilder<number> {
  const { source, count } = countedIn(filter);
  return sql`(select coalesce(${count}, 0) from ${source} where ${filterCondition(dispatcher, filter, now)})`;
}

/**
 * @returns a ticket for the whole result of a filter, and how many orders that is now.
 * @throws Refusal forbidden for a full export without charge S, unprocessable for more orders than a sheet takes.
 */
export async function prepareExport(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  {
    format,
    filter,
    sort = USUAL_SORT,
  }: { format: ExportFormat; filter: OrderFilterQuery; sort?: OrderSort | undefined },
): Promise<ExportTicket> {
  if (isFullExport(filter)) requireChargeS(dispatcher);
  const now = clock();
  const { rows } = await sql<{ orders: number; all: number }>`
    select
      ${figureOf(dispatcher, readOrderFilter(filter), now)} as orders,
      ${figureOf(dispatcher, emptyFilter(), now)} as all`.execute(db);
  const { orders, all: ofOffice } = rows[0] ?? { orders: 0, all: 0 };
  if (isFullExport(filter, { orders, ofOffice })) requireChargeS(dispatcher);
  if (format === 'xlsx' && orders >= MOST_SHEET_ROWS)
    throw new Refusal('unprocessable', 'Son más órdenes de las que caben en una hoja de Excel; elija CSV');
  const { ticket, expiresAt } = await issueTicket(db, dispatcher, { format, filter, sort }, now);
  const fileName = exportFileName(dispatcher, format, now);
  return { ticket, fileName, orders, expiresAt: expiresAt.toISOString() };
}
