import {
  EXPORT_FORMATS,
  type ExportFormat,
  type Report,
  REPORT_GROUPS,
  type ReportFigures,
  type ReportGroup,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { inFileName } from '#orders/exports/prepare-export.ts';
import { BYTE_ORDER_MARK, csvLine, csvRow } from '#platform/files/csv-text.ts';
import { type SheetCell, type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { type InsightServices } from '../services.ts';
import { type AskedReport, readReport } from './read-report.ts';
import { partsFor, type ReportParts } from './report-figures.ts';

/** Rows of a file: all districts of the country, or as many clients. */
const MAX_ROWS = 5000;

interface Row {
  name: string;
  figures: ReportFigures | null;
  reasons: Report['reasons'];
  before: ReportFigures | null;
}

interface Column extends SheetColumn {
  part: keyof ReportParts;
  cell: (row: Row) => SheetCell;
}

const whole = (part: keyof ReportParts, header: string, cell: Column['cell']): Column => ({
  part,
  header,
  kind: 'whole',
  width: 14,
  cell,
});

const soles = (centimos: number | null = null): SheetCell => (centimos === null ? null : centimos / 100);

/** Per cent, with one decimal. */
const share = (part: number | null = null, all: number | null = null): SheetCell =>
  part === null || !all ? null : Math.round((1000 * part) / all) / 10;

const COLUMNS: readonly Column[] = [
  whole('volume', 'Órdenes', ({ figures }) => figures?.orders ?? null),
  whole('volume', 'Entregadas', ({ figures }) => figures?.delivered ?? null),
  whole('volume', 'No entregadas', ({ figures }) => figures?.failed ?? null),
  whole('volume', 'Sin cerrar', ({ figures }) => figures?.open ?? null),
  whole('volume', 'Órdenes del periodo anterior', ({ before }) => before?.orders ?? null),
  {
    part: 'reasons',
    header: 'Motivos',
    kind: 'text',
    width: 40,
    cell: ({ reasons }) => reasons?.map(({ name, orders }) => `${name} ${orders}`).join(', ') ?? null,
  },
  whole('punctuality', 'A tiempo', ({ figures }) => figures?.met ?? null),
  whole('punctuality', 'Con horario', ({ figures }) => figures?.promised ?? null),
  {
    part: 'punctuality',
    header: 'Puntualidad (%)',
    kind: 'decimal',
    width: 16,
    cell: ({ figures }) => share(figures?.met, figures?.promised),
  },
  {
    part: 'punctuality',
    header: 'Puntualidad anterior (%)',
    kind: 'decimal',
    width: 22,
    cell: ({ before }) => share(before?.met, before?.promised),
  },
  { part: 'money', header: 'Por cobrar (S/)', kind: 'money', width: 16, cell: ({ figures }) => soles(figures?.due) },
  { part: 'money', header: 'Cobrado (S/)', kind: 'money', width: 16, cell: ({ figures }) => soles(figures?.collected) },
  {
    part: 'money',
    header: 'Cobrado, periodo anterior (S/)',
    kind: 'money',
    width: 26,
    cell: ({ before }) => soles(before?.collected),
  },
];

/** The columns that a person may see, with the name of each row first. */
export function reportColumns(group: ReportGroup, modules: readonly string[]): (SheetColumn & Pick<Column, 'cell'>)[] {
  const parts = partsFor(group, modules);
  const name = { header: REPORT_GROUPS[group].one, kind: 'text' as const, width: 30, cell: ({ name: of }: Row) => of };
  return [name, ...COLUMNS.filter(({ part }) => parts[part])];
}

/** @returns a report as a file: the rows of the screen, and their sum in the last one. */
export async function exportReport(
  services: InsightServices,
  dispatcher: Dispatcher,
  { format, ...asked }: Omit<AskedReport, 'most'> & { format: ExportFormat },
): Promise<FileAnswer> {
  const report = await readReport(services, dispatcher, { ...asked, most: MAX_ROWS });
  const columns = reportColumns(asked.group, asked.modules);
  const { others } = report;
  const lines: Row[] = [
    ...report.rows,
    ...(others ? [{ name: `Otros ${others.rows}`, figures: others.figures, reasons: [], before: null }] : []),
    { name: 'Total', figures: report.figures, reasons: report.reasons, before: report.before.figures },
  ];
  const rows = lines.map((line) => columns.map(({ cell }) => cell(line)));
  const { title } = REPORT_GROUPS[asked.group];
  const days = report.from === report.to ? report.from : `${report.from}-a-${report.to}`;
  return {
    fileName: `informe-${title.toLowerCase()}-${inFileName(dispatcher.officeId)}-${days}.${format}`,
    mediaType: EXPORT_FORMATS[format].mediaType,
    content:
      format === 'csv'
        ? [
            BYTE_ORDER_MARK +
              csvLine(columns.map(({ header }) => header)) +
              rows.map((row) => csvRow(columns, row)).join(''),
          ]
        : xlsxStream(title, columns, rows),
    rows: () => rows.length,
  };
}
