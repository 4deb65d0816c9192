import { type CollectionMeans, collectedOf, type Payment } from '@despacho/contracts/dispatch';
import { formatSoles } from '../format/format-soles.ts';
import { parseFigure } from './parse-figure.ts';

/** The chosen means with the amounts as typed; an empty amount means the rest of the amount due. */
export type Paid = Partial<Record<CollectionMeans, string>>;

/** @returns the payments with a means added or removed. */
export function toggleMeans(paid: Paid, means: CollectionMeans): Paid {
  const { [means]: typed, ...others } = paid;
  return typed === undefined ? { ...paid, [means]: '' } : others;
}

/** The error of a delivery with an amount due without a means. */
export const NO_MEANS = 'Seleccione cómo pagó';

const BAD_AMOUNT = 'Escriba un monto en soles, por ejemplo 45.90';

/**
 * Reads the payments of one order. An empty amount means the rest of the amount due.
 * @returns the payments, without amounts of zero unless nothing was paid; or the error.
 */
export function readPaid(due: number, paid: Paid): { payments: Payment[] } | { error: string } {
  const chosen = Object.entries(paid) as [CollectionMeans, string][];
  if (chosen.length === 0) return { error: NO_MEANS };
  const amounts = chosen.map(([means, typed]) => ({
    means,
    amount: typed.trim() === '' ? null : parseFigure(typed, 2),
  }));
  if (amounts.some(({ amount }) => Number.isNaN(amount))) return { error: BAD_AMOUNT };
  const typed = amounts.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const open = amounts.filter(({ amount }) => amount === null).length;
  if (open > 1) return { error: 'Escriba cuánto pagó con cada medio' };
  if (open === 1 && typed >= due && due > 0) return { error: 'Con lo demás ya está pagado: escriba cuánto, o quítelo' };
  const payments = amounts.map(({ means, amount }) => ({ means, amount: amount ?? due - typed }));
  const [first] = payments;
  const some = payments.filter(({ amount }) => amount > 0);
  return { payments: some.length > 0 || !first ? some : [first] };
}

/** @returns by how much the payments differ from the amount due, as text; null if they do not, and while unreadable. */
export function excessText(due: number, paid: Paid): string | null {
  const read = readPaid(due, paid);
  const excess = 'error' in read ? 0 : collectedOf(read.payments) - due;
  if (excess === 0) return null;
  return excess < 0 ? `Faltan ${formatSoles(-excess)} para lo debido` : `Son ${formatSoles(excess)} más de lo debido`;
}

/** @returns the amount of a chosen means in soles, the rest of the amount due if none is typed; empty while unreadable. */
export function amountText(due: number, paid: Paid, means: CollectionMeans): string {
  const read = readPaid(due, paid);
  if ('error' in read) return '';
  return ((read.payments.find((each) => each.means === means)?.amount ?? 0) / 100).toFixed(2);
}

/** @returns the payments as the form shows them: a single payment of the whole amount due stays empty. */
export const paidOf = ({ due, payments }: { due: number; payments: readonly Payment[] }): Paid =>
  Object.fromEntries(
    payments.map(({ means, amount }) => [
      means,
      payments.length === 1 && amount === due ? '' : (amount / 100).toFixed(2),
    ]),
  );
