import { collectedOf, type Payment } from '@despacho/contracts/dispatch';

/**
 * Divides a payment for several orders among them: each order receives its amount due as long as there is money, and
 * the last one the remainder.
 * @param dues in céntimos; at least one.
 * @returns the payments of each order, at least one, in the order of `dues`. Their sum by means is that of `paid`.
 */
export function splitPayments(dues: readonly number[], paid: readonly Payment[]): Payment[][] {
  const left = paid.map((payment) => ({ ...payment }));
  return dues.map((due, index) => {
    const isLast = index === dues.length - 1;
    const own: Payment[] = [];
    for (const payment of left) {
      const amount = isLast ? payment.amount : Math.min(payment.amount, due - collectedOf(own));
      payment.amount -= amount;
      if (amount > 0) own.push({ means: payment.means, amount });
    }
    // Nothing paid is an amount of zero.
    return own.length > 0 ? own : [{ means: paid[0]?.means ?? 'efectivo', amount: 0 }];
  });
}
