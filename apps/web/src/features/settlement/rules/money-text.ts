import {
  type CourierMoney,
  collectedOf,
  COLLECTION_MEANS,
  MONEY_PLACES,
  type MoneyMovement,
  reasonName,
} from '@despacho/contracts/dispatch';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { cashOf } from './money-list.ts';

/** @returns a difference with its sign: «−S/ 1.00», «+S/ 0.50», «S/ 0.00». */
export const signedSoles = (centimos: number): string =>
  `${centimos < 0 ? '−' : centimos > 0 ? '+' : ''}${formatSoles(Math.abs(centimos))}`;

/** @returns what another person has to agree with: «gastos de S/ 84.50», «2 cobros por menos»; empty without doubts. */
export const doubtTexts = ({ doubts }: Pick<CourierMoney, 'doubts'>): string[] =>
  doubts === null
    ? []
    : [
        ...(doubts.expenses > 0 ? [`gastos de ${formatSoles(doubts.expenses)}`] : []),
        ...(doubts.orders > 0 ? [`${countText(doubts.orders, 'cobro', 'cobros')} por menos`] : []),
      ];

/** @returns the second line of a courier in the list: the last event, or the open amount. */
export function lineOf(money: CourierMoney, timeZone: string, limit: number | null): string {
  const { confirmed, handovers, held, open, end, collected, carried } = money;
  const doubts = doubtTexts(money);
  const toAgree = doubts.length > 0 ? [`por aceptar: ${doubts.join(', ')}`] : [];
  if (confirmed)
    return [`Confirmado ${formatTime(confirmed.at, timeZone)} · ${confirmed.by.user}`, ...toAgree].join(' · ');
  const other = collectedOf(held) - cashOf(held);
  const parts = [
    ...toAgree,
    ...(money.state === 'en_ruta' ? [countText(open, 'parada abierta', 'paradas abiertas')] : []),
    ...(limit !== null && carried > 0 ? [`lleva ${Math.round((carried / Math.max(1, limit)) * 100)} % del tope`] : []),
    ...(handovers.count > 1 ? [`${formatNumber(handovers.count)} entregas de dinero`] : []),
    ...(handovers.last
      ? [`recibió ${handovers.last.by.user.split(' ')[0] ?? ''} ${formatTime(handovers.last.at, timeZone)}`]
      : []),
    ...(money.inReview > 0 ? [`${formatSoles(money.inReview)} en visitas por revisar`] : []),
    ...(other > 0 ? [`${formatSoles(other)} por verificar`] : []),
    ...(handovers.last === null && end ? [`cierre enviado ${formatTime(end.at, timeZone)}`] : []),
  ];
  if (parts.length === 0) return collectedOf(collected) === 0 ? 'Nada que entregar' : 'Sin cierre del teléfono';
  const [first = '', ...rest] = parts;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(' · ');
}

/** @returns each difference in words: «Vuelto −S/ 1.00». */
export const differenceTexts = ({ differences }: Pick<CourierMoney, 'differences'>): string[] =>
  differences.map(({ reason, amount }) => `${reasonName(reason)} ${signedSoles(-amount)}`);

/** @returns a line of a movement: «S/ 29.00 a la caja», «S/ 1.00 vuelto». */
export function movementLine({ from, to, amount, reason, means, code, operation }: MoneyMovement['lines'][number]) {
  const of = [means === 'efectivo' ? '' : COLLECTION_MEANS[means], code ?? ''].filter(Boolean).join(' · ');
  const place = (name: typeof from): string => (name === null ? 'quien pagó' : MONEY_PLACES[name].toLowerCase());
  const what = reason === null ? `${place(from)} → ${place(to)}` : reasonName(reason);
  const sign = reason === null ? amount : to === 'diferencias' ? -amount : amount;
  const number = operation === null ? '' : `op. ${operation}`;
  return {
    amount: reason === null ? formatSoles(amount) : signedSoles(sign),
    text: [what, of, number].filter(Boolean).join(' · '),
  };
}
