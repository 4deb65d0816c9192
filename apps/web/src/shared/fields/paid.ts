import { type CollectionMeans, collectedOf, type Payment } from '@despacho/contracts/dispatch';
import { parseFigure } from './parse-figure.ts';

/** The chosen means with the amounts as typed; an empty amount means the rest of the amount due. */
export type Paid = Partial<Record<CollectionMeans, string>>;

const BAD_AMOUNT = 'Escriba un monto en soles, por ejemplo 45.90';

/**
 * Reads the payments of one order. An empty amount means the rest of the amount due.
 * @returns the payments, without amounts of zero unless nothing was paid; or what is wrong.
 */
export function readPaid(due: number, paid: Paid): { payments: Payment[] } | { error: string } {
  const chosen = Object.entries(paid) as [CollectionMeans, string][];
  if (chosen.length === 0) return { error: 'Seleccione cómo pagó' };
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

/** @returns the céntimos by which the payments differ from the amount due: negative if too little; 0 while unreadable. */
export function excessOf(due: number, paid: Paid): number {
  const read = readPaid(due, paid);
  return 'error' in read ? 0 : collectedOf(read.payments) - due;
}

/** @returns the payments as the form shows them: a single payment of the whole amount due stays empty. */
export const paidOf = ({ due, payments }: { due: number; payments: readonly Payment[] }): Paid =>
  Object.fromEntries(
    payments.map(({ means, amount }) => [
      means,
      payments.length === 1 && amount === due ? '' : (amount / 100).toFixed(2),
    ]),
  );
