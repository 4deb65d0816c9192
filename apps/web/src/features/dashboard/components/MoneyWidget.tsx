import { COLLECTION_MEANS, FIGURE_FILTERS, type MoneyFigures } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { moneyQuery } from '../api/figures-queries.ts';
import { FigureLink } from './FigureLink.tsx';
import styles from './MoneyWidget.module.css';
import { WidgetCard } from './WidgetCard.tsx';

/** D04: the amounts collected and still to be collected for the day's orders. */
export function MoneyWidget() {
  return (
    <WidgetCard
      title="Dinero del día"
      query={moneyQuery}
      rows={3}
      note={({ failedOrders, without }) =>
        [
          ...(failedOrders > 0 ? [`${formatNumber(failedOrders)} no entregadas`] : []),
          `${formatNumber(without)} sin cobro`,
        ].join(' · ')
      }
      empty={({ orders }) => (orders === 0 ? 'Ninguna orden de este día tiene cobro contra entrega.' : null)}
    >
      {(data) => <Content data={data} />}
    </WidgetCard>
  );
}

const COLORS = ['var(--accent)', 'var(--move)', 'var(--info)', 'var(--good)', 'var(--warn)'];

function Content({ data }: { data: MoneyFigures }) {
  const { collectedOrders, openOrders, open, means } = data;
  const { parts, collected } = moneyParts(data);
  return (
    <>
      <div className={styles['sums']}>
        <p>
          <FigureLink of={[FIGURE_FILTERS.collected]} className={styles['figure']}>
            <strong>{collected === null ? formatNumber(collectedOrders) : formatSoles(collected)}</strong>
            <span>{collected === null ? 'entregas cobradas' : `cobrado en ${formatNumber(collectedOrders)}`}</span>
          </FigureLink>
        </p>
        <p>
          <FigureLink of={[FIGURE_FILTERS.toCollect]} className={styles['figure']}>
            <strong>{open === null ? formatNumber(openOrders) : formatSoles(open)}</strong>
            <span>{open === null ? 'por cobrar' : `por cobrar en ${formatNumber(openOrders)}`}</span>
          </FigureLink>
        </p>
      </div>
      <div className={styles['bar']} aria-hidden="true">
        {parts.map(
          (share, at) => share > 0 && <span key={at} style={{ width: `${share}%`, background: COLORS[at] }} />,
        )}
      </div>
      <ul className={styles['means']}>
        {means.map(({ means: code, amount, orders }, at) => (
          <li key={code}>
            <i style={{ background: COLORS[at] }} aria-hidden="true" />
            {COLLECTION_MEANS[code]} <strong>{amount === null ? formatNumber(orders) : formatSoles(amount)}</strong>
          </li>
        ))}
        {open === null && <li className={styles['hidden']}>Los montos se ven con el módulo Clientes (D05).</li>}
      </ul>
    </>
  );
}

/**
 * @returns the share in percent of each means in what is collected and still to be collected, and the sum collected;
 * shares of orders, and null, where amounts are hidden.
 */
function moneyParts({ means, open, openOrders }: MoneyFigures): { parts: number[]; collected: number | null } {
  const isHidden = open === null;
  const values = means.map(({ amount, orders }) => (isHidden ? orders : (amount ?? 0)));
  const sum = values.reduce((all, each) => all + each, 0);
  const whole = sum + (isHidden ? openOrders : open);
  return { parts: values.map((value) => (whole === 0 ? 0 : (100 * value) / whole)), collected: isHidden ? null : sum };
}
