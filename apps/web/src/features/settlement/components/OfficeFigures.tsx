import { COLLECTION_MEANS, collectedOf, type Payment } from '@despacho/contracts/dispatch';
import CopyCheck from 'lucide-react/icons/copy-check';
import { type ReactNode } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { signedSoles } from '../rules/money-text.ts';
import { type officeTotals } from '../rules/money-list.ts';
import styles from './OfficeFigures.module.css';

type Totals = ReturnType<typeof officeTotals>;

/** The expected, received and missing money of the day. */
export function OfficeFigures({ totals }: { totals: Totals }) {
  const { cash, withCash, received, handovers, heldCash, inReview, holding, difference, differing, unexplained } =
    totals;
  return (
    <dl className={styles['figures']} data-pane="office" aria-label="Efectivo del día">
      <Figure label="Esperado en efectivo" note={countText(withCash, 'repartidor', 'repartidores')}>
        {formatSoles(cash)}
      </Figure>
      <Figure label="Recibido" note={countText(handovers, 'entrega de dinero', 'entregas de dinero')}>
        {formatSoles(received)}
      </Figure>
      <Figure
        label="Por recibir"
        note={
          inReview > 0
            ? `y ${formatSoles(inReview)} en visitas por revisar`
            : countText(holding, 'repartidor', 'repartidores')
        }
        tone={heldCash > 0 ? 'info' : ''}
      >
        {formatSoles(heldCash)}
      </Figure>
      <Figure
        label="Diferencias"
        note={
          differing === 0
            ? 'ninguna'
            : `${countText(differing, 'repartidor', 'repartidores')}, ${unexplained === 0 ? 'todas con motivo' : `${countText(unexplained, 'queda', 'quedan')} en diferencia`}`
        }
        tone={unexplained > 0 ? 'alarm' : ''}
      >
        {signedSoles(difference)}
      </Figure>
    </dl>
  );
}

function Figure({
  label,
  note,
  tone = '',
  children,
}: {
  label: string;
  note: string;
  tone?: string;
  children: ReactNode;
}) {
  return (
    <div data-tone={tone || undefined}>
      <dt className="note">{label}</dt>
      <dd>
        <strong>{children}</strong>
        <span className="small">{note}</span>
      </dd>
    </div>
  );
}

const nonZero = (payments: readonly Payment[]): string =>
  payments
    .filter(({ amount }) => amount > 0)
    .map(({ means, amount }) => `${COLLECTION_MEANS[means]} ${formatSoles(amount)}`)
    .join(' · ');

/** The places of the day's money: they add up to the collected amount, the amount in review and the differences. */
export function MoneyPlaces({ totals, onRepeated }: { totals: Totals; onRepeated: () => void }) {
  const { collected, account, received, heldCash, heldOther, inReview, difference } = totals;
  const inAccount = collectedOf(account);
  const places = [
    {
      label: 'Con repartidores',
      amount: heldCash + heldOther + inReview,
      note:
        [
          ...(heldOther > 0 ? [`${formatSoles(heldOther)} por verificar en la cuenta`] : []),
          ...(inReview > 0 ? [`${formatSoles(inReview)} en visitas por revisar`] : []),
        ].join(' · ') || 'en efectivo',
      tone: 'move',
    },
    { label: 'En caja', amount: received, note: 'en efectivo', tone: 'info' },
    {
      label: 'En cuenta',
      amount: inAccount,
      note: nonZero(account) || 'Yape, Plin, transferencia, POS',
      tone: 'accent',
    },
  ];
  const sum = places.reduce((total, { amount }) => total + amount, 0);
  return (
    <section className={styles['places']} data-pane="office" aria-label="Dónde está el dinero">
      <header>
        <h2>Dónde está el dinero</h2>
        <p className="note">
          Cobrado <strong>{formatSoles(collectedOf(collected))}</strong>
          {nonZero(collected) !== '' && `: ${nonZero(collected)}`}
        </p>
        {(inReview > 0 || difference !== 0) && (
          <p className="note">
            {[
              `${formatSoles(collectedOf(collected))} cobrados`,
              ...(inReview > 0 ? [`${formatSoles(inReview)} por revisar`] : []),
              ...(difference === 0 ? [] : [`${signedSoles(difference)} de diferencias`]),
            ].join(', ')}
            : <strong>{formatSoles(sum)}</strong>
          </p>
        )}
      </header>
      <ol>
        {places.map(({ label, amount, note, tone }) => (
          <li key={label} data-tone={tone} style={{ flexGrow: Math.max(1, (amount / Math.max(1, sum)) * 12) }}>
            <span>{label}</span>
            <strong>{formatSoles(amount)}</strong>
            <small className="small">{note}</small>
          </li>
        ))}
      </ol>
      <Button size="sm" variant="ghost" icon={<CopyCheck size={16} aria-hidden="true" />} onClick={onRepeated}>
        Números repetidos
      </Button>
    </section>
  );
}
