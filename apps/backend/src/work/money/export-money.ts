import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  collectedOf,
  type CourierMoney,
  EXPORT_FORMATS,
  type ExportFormat,
  MONEY_STATES,
  reasonName,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { inFileName } from '#orders/exports/prepare-export.ts';
import { BYTE_ORDER_MARK, csvLine, csvRow } from '#platform/files/csv-text.ts';
import { type SheetCell, type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { formatSoles } from '#platform/format-number.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { type WorkServices } from '../services.ts';
import { readMoneyDay } from './read-money.ts';

interface Column extends SheetColumn {
  cell: (money: CourierMoney, timeZone: string) => SheetCell;
}

const soles = (centimos: number): number => centimos / 100;

const text = (header: string, width: number, cell: Column['cell']): Column => ({ header, kind: 'text', width, cell });
const whole = (header: string, cell: Column['cell']): Column => ({ header, kind: 'whole', width: 12, cell });
const money = (header: string, cell: (money: CourierMoney) => number): Column => ({
  header: `${header} (S/)`,
  kind: 'money',
  width: 16,
  cell: (each) => soles(cell(each)),
});

const moment = (at: string | undefined, timeZone: string): string | null => {
  if (at === undefined) return null;
  const { date, time } = localOf(new Date(at), timeZone);
  return `${date} ${time.slice(0, 5)}`;
};

const COLUMNS: readonly Column[] = [
  text('Repartidor', 28, ({ courier }) => courier.name),
  text('Estado', 14, ({ state }) => MONEY_STATES[state]),
  whole('Entregadas', ({ delivered }) => delivered),
  whole('No entregadas', ({ failed }) => failed),
  whole('Sin cerrar', ({ open }) => open),
  money('Debía cobrar', ({ due }) => due),
  money('Cobrado', ({ collected }) => collectedOf(collected)),
  money('Por revisar', ({ inReview }) => inReview),
  ...COLLECTION_MEANS_CODES.map((means) =>
    money(COLLECTION_MEANS[means], ({ collected }) => collectedOf(collected.filter((each) => each.means === means))),
  ),
  money('En caja', ({ received }) => received),
  money('En cuenta', ({ account }) => collectedOf(account)),
  money('Con el repartidor', ({ held, inReview }) => collectedOf(held) + inReview),
  // A missing amount is below zero. So «Cobrado», «Por revisar» and «Diferencia» add up to the places.
  money('Diferencia', ({ differences }) => 0 - collectedOf(differences)),
  text('Motivo', 30, ({ differences }) =>
    differences
      .map(({ reason, amount }) => `${reasonName(reason)} ${amount > 0 ? '−' : '+'}${formatSoles(Math.abs(amount))}`)
      .join(', '),
  ),
  whole('Entregas de dinero', ({ handovers }) => handovers.count),
  text('Última entrega', 17, ({ handovers }, timeZone) => moment(handovers.last?.at, timeZone)),
  text('Recibió', 24, ({ handovers }) => handovers.last?.by.user ?? null),
  text('Confirmado', 17, ({ confirmed }, timeZone) => moment(confirmed?.at, timeZone)),
  text('Confirmó', 24, ({ confirmed }) => confirmed?.by.user ?? null),
];

/** @returns the sum of each column with numbers, in whole céntimos. */
const totalsOf = (lines: readonly SheetCell[][]): SheetCell[] =>
  COLUMNS.map(({ kind }, place) => {
    if (place === 0) return 'Total';
    if (kind === 'text') return null;
    return soles(lines.reduce((sum, line) => sum + Math.round(100 * Number(line[place] ?? 0)), 0));
  });

/** @returns the money of a day as a file: one row for each courier, as on the screen, and their sum in the last one. */
export async function exportMoney(
  services: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  { day, format }: { day: string; format: ExportFormat },
): Promise<FileAnswer> {
  const { couriers } = await readMoneyDay(services, dispatcher, day);
  const lines = couriers.map((each) => COLUMNS.map(({ cell }) => cell(each, dispatcher.timeZone)));
  const rows = lines.length === 0 ? [] : [...lines, totalsOf(lines)];
  const headers = COLUMNS.map(({ header }) => header);
  return {
    fileName: `liquidacion-${inFileName(dispatcher.officeId)}-${day}.${format}`,
    mediaType: EXPORT_FORMATS[format].mediaType,
    content:
      format === 'csv'
        ? [BYTE_ORDER_MARK + csvLine(headers) + rows.map((row) => csvRow(COLUMNS, row)).join('')]
        : xlsxStream('Liquidación', COLUMNS, rows),
    rows: () => lines.length,
  };
}
