import { randomUUID } from 'node:crypto';
import { type CollectionMeans, CORRECTION, type Payment } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type DayKey, keyOf } from '../days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type DispatchFields } from '#orders/order/order-row.ts';
import { type Act, Ledger, moneyOfOrders, type OrderMoney } from './ledger.ts';

/** What an order's recipient paid, and the day that it counts in. */
interface Paid {
  key: DayKey;
  payments: readonly Payment[];
}

/** An order whose payments change. */
export interface PaymentChange {
  orderId: number;
  before: Paid | null;
  after: Paid | null;
}

/** @returns what an order's recipient paid; null if nothing was paid to a courier. */
export const paidOf = ({
  courierId,
  visitDay,
  payments,
}: Pick<DispatchFields, 'courierId' | 'visitDay' | 'payments'>): Paid | null =>
  courierId === null || visitDay === null || payments.every(({ amount }) => amount === 0)
    ? null
    : { key: { courierId: Number(courierId), day: visitDay }, payments };

/** An amount by which the money of an order, a means and a day changes. */
interface Delta {
  orderId: number;
  key: DayKey;
  means: CollectionMeans;
  change: number;
  isNew: boolean;
}

function deltasOf({ orderId, before, after }: PaymentChange): Delta[] {
  const sums = new Map<string, Delta>();
  const add = ({ key, payments }: Paid, sign: 1 | -1): void => {
    for (const { means, amount } of payments) {
      const name = `${keyOf(key)} ${means}`;
      const known = sums.get(name) ?? { orderId, key, means, change: 0, isNew: before === null };
      sums.set(name, { ...known, change: known.change + sign * amount });
    }
  };
  if (before) add(before, -1);
  if (after) add(after, 1);
  return [...sums.values()].filter(({ change }) => change !== 0);
}

/** Takes back what an order had paid: from its courier, else from the account, else from the differences. */
function takeBack(ledger: Ledger, act: Act, { key, means, change, orderId }: Delta, current?: OrderMoney): void {
  const common = { key, means, to: null, orderId };
  let left = -change;
  const take = (from: 'repartidor' | 'cuenta', most: number): void => {
    const amount = Math.min(left, most, ledger.at(key, means, from));
    ledger.move(act, { ...common, from, amount });
    left -= amount;
  };
  take('repartidor', means === 'efectivo' ? left : (current?.held ?? 0));
  // Found in the account as the payment of this order, which it no longer is.
  take('cuenta', current?.account ?? 0);
  ledger.move(act, { ...common, from: 'diferencias', amount: left, reason: CORRECTION });
}

/** Gives an order's money to its courier, after what an earlier correction left in the differences. */
function give(ledger: Ledger, act: Act, { key, means, change, orderId }: Delta): void {
  const short = Math.max(0, -ledger.at(key, means, 'diferencias', CORRECTION));
  const returned = Math.min(short, change);
  const common = { key, means, from: null, orderId };
  ledger.move(act, { ...common, to: 'diferencias', amount: returned, reason: CORRECTION });
  ledger.move(act, { ...common, to: 'repartidor', amount: change - returned });
}

/**
 * Enters changed payments of orders in the ledger. The caller holds the office's lock, and has checked that no day is
 * confirmed.
 */
export async function recordPayments(
  trx: Database,
  author: Dispatcher,
  changes: readonly PaymentChange[],
  now: Date,
): Promise<void> {
  const deltas = changes.flatMap(deltasOf);
  if (deltas.length === 0) return;
  const keys = new Map(deltas.map(({ key }) => [keyOf(key), key]));
  const ledger = await Ledger.open(trx, author, [...keys.values()]);
  const current = new Map<string, OrderMoney>();
  for (const [name, key] of keys) {
    const reduced = deltas.filter(
      ({ key: of, change, means }) => change < 0 && means !== 'efectivo' && keyOf(of) === name,
    );
    if (reduced.length === 0) continue;
    const orders = reduced.map(({ orderId }) => orderId);
    for (const each of await moneyOfOrders(trx, author, key, orders))
      current.set(`${each.orderId} ${each.means} ${name}`, each);
  }
  const acts = {
    cobro: { id: randomUUID(), what: 'cobro', now },
    correccion: { id: randomUUID(), what: 'correccion', now },
  } as const;
  // Reductions come first, so that the same correction can then add.
  for (const delta of deltas.toSorted((one, other) => one.change - other.change)) {
    if (delta.change < 0)
      takeBack(ledger, acts.correccion, delta, current.get(`${delta.orderId} ${delta.means} ${keyOf(delta.key)}`));
    else give(ledger, delta.isNew ? acts.cobro : acts.correccion, delta);
  }
  await ledger.write();
}
