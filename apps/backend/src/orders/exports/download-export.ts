import { EXPORT_FORMATS, readOrderFilter } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { BYTE_ORDER_MARK, csvLine, csvRow } from '#platform/files/csv-text.ts';
import { type SheetCell, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { pageOf } from '../order/list-orders.ts';
import { listReasonsOf } from '../reasons/reasons-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { EXPORT_COLUMNS, type ExportContext } from './export-columns.ts';
import { takeFromQuota, type ExportRequest, redeemTicket } from './export-tickets.ts';
import { exportFileName } from './prepare-export.ts';

type Redeemed = NonNullable<Awaited<ReturnType<typeof redeemTicket<'orders'>>>>;

/** Rows per query: a page takes milliseconds, so other requests can use the database in between. */
const PAGE_ROWS = 500;

/**
 * The cells of each order, page by page. No transaction is held: an export may take minutes.
 * @param counted orders already counted towards the person's daily limit. The filter may match more by now.
 * @throws Refusal unprocessable if the additional orders exceed the limit.
 */
async function* rowsOf(
  { db, config }: OrderServices,
  dispatcher: Dispatcher,
  { filter, sort }: ExportRequest,
  { at, counted: { day, orders } }: Pick<Redeemed, 'at' | 'counted'>,
): AsyncGenerator<SheetCell[]> {
  let counted = orders;
  const reasons = await listReasonsOf(db, dispatcher);
  const context: ExportContext = {
    timeZone: dispatcher.timeZone,
    reasons: new Map(reasons.map(({ code, name }) => [code, name])),
  };
  let cursor: string | undefined;
  do {
    const page = { filter: readOrderFilter(filter), sort, size: PAGE_ROWS, cursor };
    const { rows, next } = await pageOf(db, dispatcher, page, at);
    const more = rows.length - counted;
    if (more > 0 && !(await takeFromQuota(db, dispatcher, { day, orders: more, limit: config.exportOrdersPerDay })))
      throw new Refusal('unprocessable', 'El filtro tiene ahora más órdenes de las que puede exportar hoy');
    counted = Math.max(0, -more);
    for (const row of rows) yield EXPORT_COLUMNS.map(({ cell }) => cell(row, context));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

async function* csv(rows: AsyncIterable<SheetCell[]>): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + csvLine(EXPORT_COLUMNS.map(({ header }) => header));
  let lines = 1;
  for await (const cells of rows) {
    text += csvRow(EXPORT_COLUMNS, cells);
    if (++lines < PAGE_ROWS) continue;
    yield text;
    text = '';
    lines = 0;
  }
  yield text;
}

/**
 * Redeems a ticket.
 * @returns the file, whose rows are read while it is sent.
 * @throws Refusal not-found for a ticket not valid for this person and office now.
 */
export async function downloadExport(
  services: OrderServices,
  dispatcher: Dispatcher,
  ticket: string,
): Promise<FileAnswer> {
  const redeemed = await redeemTicket(services.db, dispatcher, ticket, services.clock(), 'orders');
  if (!redeemed) throw new Refusal('not-found', 'La descarga venció o ya se hizo; prepárela otra vez');
  const { request, at } = redeemed;
  const rows = rowsOf(services, dispatcher, request, redeemed);
  let read = 0;
  async function* counted(): AsyncGenerator<SheetCell[]> {
    for await (const row of rows) {
      read++;
      yield row;
    }
  }
  return {
    fileName: exportFileName(dispatcher, request.format, at),
    mediaType: EXPORT_FORMATS[request.format].mediaType,
    content: request.format === 'csv' ? csv(counted()) : xlsxStream('Órdenes', EXPORT_COLUMNS, counted()),
    rows: () => read,
  };
}
