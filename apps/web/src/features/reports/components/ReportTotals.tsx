import { FIGURE_FILTERS, type Report } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { percent, precisePercent } from '#shared/format/percent.ts';
import { changeText, pointsText } from '../rules/change.ts';
import { ReportLink } from './ReportLink.tsx';
import styles from '../Reports.module.css';

/** The sums of a period, each with its change. */
export function ReportTotals({ report }: { report: Report }) {
  const { figures } = report;
  const before = report.before.figures;
  if (!figures) return null;
  const { orders, delivered, failed, open, met, promised, due, collected } = figures;
  return (
    <dl className={styles['totals']} aria-label="Totales">
      {orders !== null && (
        <Total
          label="Órdenes"
          filter="all"
          value={formatNumber(orders)}
          unit="órdenes"
          change={changeText(orders, before?.orders)}
          note={open ? `${formatNumber(open)} sin cerrar` : ''}
        />
      )}
      {delivered !== null && orders !== null && (
        <Total
          label="Entregadas"
          filter="delivered"
          value={formatNumber(delivered)}
          unit="entregadas"
          change={changeText(delivered, before?.delivered)}
          note={`${percent(delivered, orders)} de las órdenes`}
        />
      )}
      {failed !== null && orders !== null && (
        <Total
          label="No entregadas"
          filter="failed"
          value={formatNumber(failed)}
          unit="no entregadas"
          change={changeText(failed, before?.failed)}
          note={`${percent(failed, orders)} de las órdenes`}
        />
      )}
      {met !== null && promised !== null && (
        <Total
          label="Puntualidad"
          filter="promised"
          value={precisePercent(met, promised)}
          unit={`de ${formatNumber(promised)} con horario`}
          change={pointsText(figures, before)}
          note={
            promised === 0 ? 'ningún horario terminó' : `${formatNumber(met)} de ${formatNumber(promised)} con horario`
          }
        />
      )}
      {due !== null && collected !== null && (
        <Total
          label="Cobrado"
          filter="collected"
          value={formatSoles(collected)}
          unit="cobrados"
          change={changeText(collected, before?.collected)}
          note={`de ${formatSoles(due)} por cobrar`}
        />
      )}
    </dl>
  );
}

interface TotalProps {
  label: string;
  /** Of its orders, which it opens. */
  filter: keyof typeof FIGURE_FILTERS;
  value: string;
  /** After the value in the name of the link. */
  unit: string;
  change: string | null;
  note: string;
}

function Total({ label, filter, value, unit, change, note }: TotalProps) {
  return (
    <div>
      <dt className="note">{label}</dt>
      <dd>
        <strong>
          <ReportLink of={[FIGURE_FILTERS[filter]]} label={`${value} ${unit}`}>
            {value}
          </ReportLink>
        </strong>
        {change !== null && <span className={styles['change']}>{change}</span>}
        <span className={styles['note']}>{note}</span>
      </dd>
    </div>
  );
}
