import { COLLECTION_MEANS } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { type routeTotals } from '../rules/closing.ts';
import styles from './RouteClosing.module.css';

interface Props {
  totals: ReturnType<typeof routeTotals>;
  onlyPaid?: boolean;
}

/** What a courier brings back: results (unless `onlyPaid`), and amounts by means. */
export function ClosingTotals({ totals, onlyPaid = false }: Props) {
  const { delivered, failed, open, byMeans, collected, due } = totals;
  return (
    <dl className={styles['totals']} aria-label="Totales">
      {!onlyPaid && (
        <>
          <Total label="Entregadas" value={formatNumber(delivered)} />
          <Total label="No entregadas" value={formatNumber(failed)} />
          <Total label="Sin cerrar" value={formatNumber(open)} />
        </>
      )}
      {byMeans.map(([means, amount]) => (
        <Total key={means} label={COLLECTION_MEANS[means]} value={formatSoles(amount)} />
      ))}
      <Total
        label={collected === due ? 'Cobrado' : `Cobrado de ${formatSoles(due)}`}
        value={formatSoles(collected)}
        differs={collected !== due}
      />
    </dl>
  );
}

function Total({ label, value, differs = false }: { label: string; value: string; differs?: boolean }) {
  return (
    <div data-differs={differs || undefined}>
      <dt className="small">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
