import {
  COLLECTION_MEANS,
  collectedOf,
  MONEY_STATES,
  type MoneyOfCourier,
  reasonName,
} from '@despacho/contracts/dispatch';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatWeekday } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Sheet, SheetHead, Signatures } from '#shared/ui/Sheet/Sheet.tsx';
import { cashOf } from '../rules/money-list.ts';
import { doubtTexts, signedSoles } from '../rules/money-text.ts';
import styles from './Constancia.module.css';
import { countedText } from './Movements.tsx';

/** The receipt of a courier's hand-overs on a day, to be signed by both. Only printed. */
export function Constancia({ of, timeZone, cashier }: { of: MoneyOfCourier; timeZone: string; cashier: string }) {
  const { money, day, office, company, movements, payments } = of;
  const { courier, delivered, failed, open, due, collected, received, held, differences, confirmed } = money;
  const handovers = movements.filter(({ what, undone }) => what === 'entrega' && !undone).toReversed();
  const receivers = [...new Set(handovers.map(({ by }) => by.user))];
  const signer = confirmed?.by.user ?? receivers.at(-1) ?? cashier;
  return (
    <Sheet className={styles['sheet']}>
      <SheetHead className={styles['head']}>
        <div>
          <p>
            {company} · {office}
          </p>
          <h1>Constancia de liquidación</h1>
          <p className={styles['day']}>
            {formatWeekday(day)} de {day.slice(0, 4)}
          </p>
        </div>
        <div className={styles['who']}>
          <strong>{courier.name}</strong>
          <span>
            {formatNumber(delivered)} entregadas · {formatNumber(failed)} no entregadas
            {open > 0 && ` · ${formatNumber(open)} sin cerrar`}
          </span>
          <span>{confirmed ? `Día confirmado por ${confirmed.by.user}` : MONEY_STATES[money.state]}</span>
          {money.doubts && (
            <span>
              Por aceptar: {doubtTexts(money).join(', ')}
              {money.doubts.expenses > 0 && `, con un tope de gastos de ${formatSoles(money.doubts.limit)}`}
            </span>
          )}
        </div>
      </SheetHead>
      <table>
        <tbody>
          <Row label="Debía cobrar" amount={due} />
          {collected.map(({ means, amount }) => (
            <Row key={means} label={`Cobró en ${COLLECTION_MEANS[means]}`} amount={amount} />
          ))}
          <Row label="Cobrado en total" amount={collectedOf(collected)} isSum />
        </tbody>
      </table>
      <h2>Efectivo</h2>
      <table>
        <tbody>
          {handovers.map((handover) => (
            <tr key={handover.act}>
              <th scope="row">
                {formatDateTime(handover.at, timeZone)}, recibió {handover.by.user}
                {countedText(handover) !== '' && <small>{countedText(handover)}</small>}
                {handover.note !== null && <small>{handover.note}</small>}
              </th>
              <td>
                {formatSoles(
                  handover.lines.filter(({ to }) => to === 'caja').reduce((sum, { amount }) => sum + amount, 0),
                )}
              </td>
            </tr>
          ))}
          {handovers.length === 0 && (
            <tr>
              <th scope="row">Sin entregas de dinero</th>
              <td>{formatSoles(0)}</td>
            </tr>
          )}
          <Row label="Recibido en caja" amount={received} isSum />
          {differences.map(({ reason, amount }) => (
            <tr key={reason}>
              <th scope="row">Diferencia: {reasonName(reason)}</th>
              <td>{signedSoles(-amount)}</td>
            </tr>
          ))}
          {cashOf(held) > 0 && <Row label="Queda con el repartidor" amount={cashOf(held)} />}
          {money.inReview > 0 && <Row label="Además, en visitas por revisar" amount={money.inReview} />}
        </tbody>
      </table>
      {payments.length > 0 && (
        <>
          <h2>Pagos a la cuenta</h2>
          <table>
            <tbody>
              {payments.map(({ orderId, means, code, client, amount, inAccount, operation }) => (
                <tr key={`${orderId} ${means}`}>
                  <th scope="row">
                    {COLLECTION_MEANS[means]} · {code} · {client}
                    <small>{inAccount ? `Operación ${operation ?? 'sin número'}` : 'Por verificar'}</small>
                  </th>
                  <td>{formatSoles(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Signatures className={styles['signatures']}>
        <span>
          {courier.name}
          <small>Entregó</small>
        </span>
        <span>
          {signer}
          <small>Recibió</small>
        </span>
        <small>Impresa el {formatDateTime(new Date(serverNow()).toISOString(), timeZone)}</small>
      </Signatures>
    </Sheet>
  );
}

function Row({ label, amount, isSum = false }: { label: string; amount: number; isSum?: boolean }) {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{label}</th>
      <td>{formatSoles(amount)}</td>
    </tr>
  );
}
