import {
  FIGURE_FILTERS,
  byClient,
  byCourier,
  byDistrict,
  type OrderFilter,
  type Report,
  REPORT_COUNTS,
  REPORT_GROUPS,
  type ReportFigures,
  type ReportGroup,
} from '@despacho/contracts/dispatch';
import FileText from 'lucide-react/icons/file-text';
import { type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { precisePercent } from '#shared/format/percent.ts';
import { DataGrid } from '#shared/ui/DataGrid/DataGrid.tsx';
import { changeText, pointsText } from '../rules/change.ts';
import {
  nextReportOrder,
  readReportOrder,
  REPORT_COLUMNS,
  type ReportColumn,
  shownColumns,
  sortReport,
  usualOrder,
  writeReportOrder,
} from '../rules/report-order.ts';
import { useShownReport } from '../state/report-context.ts';
import { ReportLink } from './ReportLink.tsx';
import styles from '../Reports.module.css';

/** Query parameters: the order of the rows, and the client whose sheet is open. */
const ORDER_PARAM = 'orden';
export const SHEET_PARAM = 'ficha';

/** The filter of a row. */
const FILTER_OF = { cliente: byClient, repartidor: byCourier, distrito: byDistrict } as const satisfies Record<
  ReportGroup,
  (id: string) => Partial<OrderFilter>
>;

interface Line {
  key: string;
  name: ReactNode;
  /** Filter of its lists; null if no list can show it. */
  filter: Partial<OrderFilter> | null;
  /** For the accessible names of its figures. */
  whose: string;
  figures: ReportFigures;
  before: ReportFigures | null | undefined;
  reasons: Report['reasons'];
}

/** The rows of a report, with their sum in the last line. */
export function ReportTable({ report, total }: { report: Report; total: ReportFigures }) {
  const { group } = useShownReport();
  const [params, setParams] = useSearchParams();
  const columns = shownColumns(total);
  const order = readReportOrder(params.get(ORDER_PARAM), columns);
  const rows = sortReport(report.rows, order ?? usualOrder(columns));
  const { others } = report;
  const linkOf = (column: ReportColumn): string => {
    const next = new URLSearchParams(params);
    next.set(ORDER_PARAM, writeReportOrder(nextReportOrder(order, column)));
    return next.toString();
  };
  const lines = rows.map(({ id, name, figures, before, reasons }): Line => ({
    key: id ?? '',
    name: group === 'cliente' && id !== null ? <ClientName id={id} name={name} /> : name,
    filter: id === null ? null : FILTER_OF[group](id),
    whose: ` de ${name}`,
    figures,
    before,
    reasons,
  }));
  if (others)
    lines.push({
      key: 'others',
      name: `Otros ${formatNumber(others.rows)}`,
      filter: null,
      whose: '',
      figures: others.figures,
      before: undefined,
      reasons: null,
    });
  return (
    <div
      className={styles['scroller']}
      tabIndex={0}
      role="group"
      aria-label={`${REPORT_GROUPS[group].title}, se desplaza`}
    >
      <DataGrid
        isGrid
        className={styles['table']}
        caption={<caption className="visually-hidden">Informe por {REPORT_GROUPS[group].one.toLowerCase()}</caption>}
        columns={columns.map((key) => ({
          key,
          title: key === 'name' ? REPORT_GROUPS[group].one : REPORT_COLUMNS[key].title,
          cell: (line: Line) => cellsOf(line)[key](),
        }))}
        rows={lines}
        keyOf={({ key }) => key}
        sort={order}
        onSort={(column) => setParams(linkOf(column), { replace: true })}
        foot={{
          key: 'total',
          name: 'Total',
          filter: {},
          whose: ' en total',
          figures: total,
          before: report.before.figures,
          reasons: null,
        }}
      />
    </div>
  );
}

/** A client, with the way to the monthly sheet. */
function ClientName({ id, name }: { id: string; name: string }) {
  const [params] = useSearchParams();
  const sheet = new URLSearchParams(params);
  sheet.set(SHEET_PARAM, id);
  return (
    <Link className={styles['client']} to={`?${sheet.toString()}`} title={`Ficha del mes de ${name}`}>
      <span>{name}</span>
      <FileText size={14} aria-label="Ficha del mes" />
    </Link>
  );
}

const COUNTED = ['orders', 'delivered', 'failed', 'open'] as const;

/** @returns the cells of a row, by column. */
function cellsOf(line: Line): Record<ReportColumn, () => ReactNode> {
  const { name, filter, whose, figures, before, reasons } = line;
  const counted = (column: (typeof COUNTED)[number]): ReactNode => {
    const count = figures[column];
    return count ? (
      <ReportLink
        of={filter && [FIGURE_FILTERS[REPORT_COUNTS[column]], filter]}
        label={`${formatNumber(count)} ${REPORT_COLUMNS[column].title.toLowerCase()}${whose}`}
      >
        {formatNumber(count)}
      </ReportLink>
    ) : (
      <span className="muted">–</span>
    );
  };
  const small = (text: string | null): ReactNode => text !== null && <small>{text}</small>;
  return {
    name: () => name,
    orders: () => (
      <>
        {counted('orders')}
        {small(changeText(figures.orders, before?.orders))}
      </>
    ),
    delivered: () => (
      <>
        {counted('delivered')}
        {small(figures.orders ? precisePercent(figures.delivered ?? 0, figures.orders) : null)}
      </>
    ),
    failed: () => (
      <>
        {counted('failed')}
        {small(reasons?.[0] ? `${reasons[0].name} ${formatNumber(reasons[0].orders)}` : null)}
      </>
    ),
    open: () => counted('open'),
    punctuality: () => (
      <>
        {figures.promised ? (
          <ReportLink
            of={filter && [FIGURE_FILTERS.promised, filter]}
            label={`${precisePercent(figures.met ?? 0, figures.promised)} de puntualidad${whose}`}
          >
            {precisePercent(figures.met ?? 0, figures.promised)}
          </ReportLink>
        ) : (
          <span className="muted">–</span>
        )}
        {small(pointsText(figures, before))}
      </>
    ),
    collected: () => (
      <>
        {figures.collected ? formatSoles(figures.collected) : <span className="muted">–</span>}
        {small(changeText(figures.collected, before?.collected))}
      </>
    ),
    due: () => (figures.due ? formatSoles(figures.due) : <span className="muted">–</span>),
  };
}
