import {
  COLLECTION_MEANS_CODES,
  type CollectionMeans,
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
  /** In cash, to be handed over to the office. */
  cash: number;
  /** Deliveries with an amount due whose payments this phone does not know. */
  unknown: number;
}

/**
 * Sums up the visits of the day. Stops of a later day are not part of it, and failed visits stay although their orders are
 * visited again. The route has the payments, except those of visits that the service does not have yet;
 * a route stored by an earlier version of the page has none.
 */
export function daySummary(
  stops: readonly Stop[],
  { day, revisited = 0 }: Pick<FieldRoute, 'day' | 'revisited'>,
): DaySummary {
  const sums = new Map<CollectionMeans, number>();
  let [delivered, failed, open, unknown] = [0, revisited, 0, 0];
  for (const stop of stops) {
    if (isOpen(stop)) open += (stop.date ?? day) <= day ? 1 : 0;
    else if (stop.state !== 'entregada') failed += 1;
    else {
      delivered += 1;
      const own = stop.own?.state === 'failed' ? null : stop.own;
      const payments = stop.payments ?? (own?.draft.to === 'entregada' ? own.draft.payments : undefined);
      if (payments === undefined && stop.collectDue !== null) unknown += 1;
      for (const { means, amount } of payments ?? []) sums.set(means, (sums.get(means) ?? 0) + amount);
    }
  }
  const payments = COLLECTION_MEANS_CODES.flatMap((means) => {
    const amount = sums.get(means) ?? 0;
    return amount > 0 ? [{ means, amount }] : [];
  });
  return { delivered, failed, open, payments, cash: sums.get('efectivo') ?? 0, unknown };
}
