import { type CollectionMeans, type Payment } from '@despacho/contracts/dispatch';
import { formatSoles } from '#shared/format/format-soles.ts';

/** How an order was paid, after the amount. */
export const PAID_BY = {
  efectivo: 'en efectivo',
  yape: 'por Yape',
  plin: 'por Plin',
  transferencia: 'por transferencia',
  pos: 'por POS',
} as const satisfies Record<CollectionMeans, string>;

const list = new Intl.ListFormat('es');

/** @returns the payments as text: «S/ 30.00 en efectivo y S/ 15.90 por Yape». */
export const paymentsText = (payments: readonly Payment[]): string =>
  list.format(payments.map(({ means, amount }) => `${formatSoles(amount)} ${PAID_BY[means]}`));
