import { FIGURE_FILTERS, byReason, type Report } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { percent } from '#shared/format/percent.ts';
import { ReportLink } from './ReportLink.tsx';
import styles from '../Reports.module.css';

/** Why visits failed, with the share of all that failed. */
export function ReportReasons({ reasons, failed }: { reasons: NonNullable<Report['reasons']>; failed: number }) {
  if (reasons.length === 0) return <p className={styles['none']}>Ninguna visita falló en estos días.</p>;
  const most = reasons[0]?.orders ?? 1;
  return (
    <ul className={styles['reasons']} tabIndex={0} aria-label="Motivos, se desplaza">
      {reasons.map(({ value, name, orders }) => (
        <li key={value}>
          <span className="truncate">{name}</span>
          <ReportLink
            of={value === '' ? null : [FIGURE_FILTERS.failed, byReason(value)]}
            label={`${formatNumber(orders)} no entregadas: ${name}`}
          >
            {formatNumber(orders)}
          </ReportLink>
          {failed > 0 && <span className={styles['share']}>{percent(orders, failed)}</span>}
          <span className={styles['meter']} aria-hidden="true">
            <span style={{ width: `${(100 * orders) / most}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
