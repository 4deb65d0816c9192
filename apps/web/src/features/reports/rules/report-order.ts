import { type Report, type ReportFigures } from '@despacho/contracts/dispatch';

export type ReportRow = Report['rows'][number];

/** Columns of the table, each with its title and the part of a report that it needs. */
export const REPORT_COLUMNS = {
  name: { title: 'Nombre', needs: null },
  orders: { title: 'Órdenes', needs: 'orders' },
  delivered: { title: 'Entregadas', needs: 'delivered' },
  failed: { title: 'No entregadas', needs: 'failed' },
  open: { title: 'Sin cerrar', needs: 'open' },
  punctuality: { title: 'Puntualidad', needs: 'promised' },
  collected: { title: 'Cobrado', needs: 'collected' },
  due: { title: 'Por cobrar', needs: 'due' },
} as const satisfies Record<string, { title: string; needs: keyof ReportFigures | null }>;

export type ReportColumn = keyof typeof REPORT_COLUMNS;

const COLUMNS = Object.keys(REPORT_COLUMNS) as ReportColumn[];

/** @returns the columns whose figures the person may see. */
export const shownColumns = (figures: ReportFigures): ReportColumn[] =>
  COLUMNS.filter((column) => {
    const { needs } = REPORT_COLUMNS[column];
    return needs === null || figures[needs] !== null;
  });

export interface ReportOrder {
  by: ReportColumn;
  isDescending: boolean;
}

/** Most orders first, or worst punctuality where the person does not see orders. */
export const usualOrder = (columns: readonly ReportColumn[]): ReportOrder =>
  columns.includes('orders') ? { by: 'orders', isDescending: true } : { by: 'punctuality', isDescending: false };

/** @returns an order from an address: «-orders» or «name»; null if it is none of these columns. */
export function readReportOrder(text: string | null, columns: readonly ReportColumn[]): ReportOrder | null {
  const isDescending = text?.startsWith('-') ?? false;
  const by = columns.find((column) => column === text?.slice(isDescending ? 1 : 0));
  return by === undefined ? null : { by, isDescending };
}

export const writeReportOrder = ({ by, isDescending }: ReportOrder): string => `${isDescending ? '-' : ''}${by}`;

/** @returns the order after a press on a column: first the largest numbers, names from A. */
export const nextReportOrder = (now: ReportOrder | null, by: ReportColumn): ReportOrder =>
  now?.by === by ? { by, isDescending: !now.isDescending } : { by, isDescending: by !== 'name' };

function valueOf({ name, figures }: ReportRow, by: ReportColumn): string | number | null {
  if (by === 'name') return name;
  if (by !== 'punctuality') return figures[by];
  return figures.promised ? (figures.met ?? 0) / figures.promised : null;
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'es');
}

/** @returns the rows sorted; those without a value come last either way, and so does the row of other orders. */
export function sortReport(rows: readonly ReportRow[], { by, isDescending }: ReportOrder): ReportRow[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one, by), valueOf(other, by)];
    const unnamed = Number(one.id === null) - Number(other.id === null);
    if (unnamed !== 0) return unnamed;
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (isDescending ? -1 : 1) * compare(a, b) || one.name.localeCompare(other.name, 'es');
  });
}
