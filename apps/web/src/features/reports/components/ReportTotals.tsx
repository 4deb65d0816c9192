import { FIGURE_FILTERS, type Report } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
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
          change={changeText(orders, before?.orders)}
          note={open ? `${formatNumber(open)} sin cerrar` : ''}
        >
          <ReportLink of={[FIGURE_FILTERS.all]} label={`${formatNumber(orders)} órdenes`}>
            {formatNumber(orders)}
          </ReportLink>
        </Total>
      )}
      {delivered !== null && orders !== null && (
        <Total
          label="Entregadas"
          change={changeText(delivered, before?.delivered)}
          note={`${percent(delivered, orders)} de las órdenes`}
        >
          <ReportLink of={[FIGURE_FILTERS.delivered]} label={`${formatNumber(delivered)} entregadas`}>
            {formatNumber(delivered)}
          </ReportLink>
        </Total>
      )}
      {failed !== null && orders !== null && (
        <Total
          label="No entregadas"
          change={changeText(failed, before?.failed)}
          note={`${percent(failed, orders)} de las órdenes`}
        >
          <ReportLink of={[FIGURE_FILTERS.failed]} label={`${formatNumber(failed)} no entregadas`}>
            {formatNumber(failed)}
          </ReportLink>
        </Total>
      )}
      {met !== null && promised !== null && (
        <Total
          label="Puntualidad"
          change={pointsText(figures, before)}
          note={
            promised === 0 ? 'ningún horario terminó' : `${formatNumber(met)} de ${formatNumber(promised)} con horario`
          }
        >
          <ReportLink
            of={[FIGURE_FILTERS.promised]}
            label={`${precisePercent(met, promised)} de ${formatNumber(promised)} con horario`}
          >
            {precisePercent(met, promised)}
          </ReportLink>
        </Total>
      )}
      {due !== null && collected !== null && (
        <Total
          label="Cobrado"
          change={changeText(collected, before?.collected)}
          note={`de ${formatSoles(due)} por cobrar`}
        >
          <ReportLink of={[FIGURE_FILTERS.collected]} label={`${formatSoles(collected)} cobrados`}>
            {formatSoles(collected)}
          </ReportLink>
        </Total>
      )}
    </dl>
  );
}

interface TotalProps {
  label: string;
  change: string | null;
  note: string;
  children: ReactNode;
}

function Total({ label, change, note, children }: TotalProps) {
  return (
    <div>
      <dt className="note">{label}</dt>
      <dd>
        <strong>{children}</strong>
        {change !== null && <span className={styles['change']}>{change}</span>}
        <span className={styles['note']}>{note}</span>
      </dd>
    </div>
  );
}
