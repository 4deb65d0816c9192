import {
  COLLECTION_MEANS_CODES,
  type CollectionMeans,
  type FieldReview,
  type FieldRoute,
  type Payment,
} from '@despacho/contracts/dispatch';
import { isOpen } from './stop-texts.ts';
import { type Stop } from '../offline/types.ts';

/** The courier's day in figures; amounts in céntimos. */
export interface DaySummary {
  delivered: number;
  failed: number;
  open: number;
  /** Amounts by means of payment; only those above zero. */
  payments: Payment[];
  /** The courier's cash, including that of visits under review. */
  held: number;
  /** Deliveries with an amount due whose payments this phone does not know. */
  unknown: number;
}

const cashIn = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { means, amount }) => sum + (means === 'efectivo' ? amount : 0), 0);

/**
 * Sums up the visits of the day. `payments` are of the visits that count. Stops of a later day are not part of it, and failed visits stay although their orders are
 * visited again. The route has the payments, except those of visits that the service does not have yet;
 * a route stored by an earlier version of the page has none.
 */
export function daySummary(
  stops: readonly Stop[],
  { day, revisited = 0 }: Pick<FieldRoute, 'day' | 'revisited'>,
  reviews: readonly FieldReview[] = [],
): DaySummary {
  const sums = new Map<CollectionMeans, number>();
  const inReview = new Map(
    reviews.filter(({ state }) => state === 'pendiente').map(({ order, payments }) => [order.id, cashIn(payments)]),
  );
  let held = [...inReview.values()].reduce((sum, amount) => sum + amount, 0);
  let [delivered, failed, open, unknown] = [0, revisited, 0, 0];
  for (const stop of stops) {
    if (isOpen(stop)) open += (stop.date ?? day) <= day ? 1 : 0;
    else if (stop.state !== 'entregada') failed += 1;
    else {
      delivered += 1;
      const own = stop.own?.state === 'failed' ? null : stop.own;
      const payments = stop.payments ?? (own?.draft.to === 'entregada' ? own.draft.payments : undefined);
      if (payments === undefined && stop.collectDue !== null) unknown += 1;
      // As the office counts it: the same order once, with the larger amount.
      held += Math.max(0, cashIn(payments ?? []) - (inReview.get(stop.id) ?? 0));
      for (const { means, amount } of payments ?? []) sums.set(means, (sums.get(means) ?? 0) + amount);
    }
  }
  const payments = COLLECTION_MEANS_CODES.flatMap((means) => {
    const amount = sums.get(means) ?? 0;
    return amount > 0 ? [{ means, amount }] : [];
  });
  return { delivered, failed, open, payments, held, unknown };
}
