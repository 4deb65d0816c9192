import {
  type Closing,
  COLLECTION_MEANS_CODES,
  type CollectionMeans,
  collectedOf,
  type Order,
} from '@despacho/contracts/dispatch';
import { paidOf } from '#shared/fields/paid.ts';
import { readOutcome } from '#shared/fields/read-outcome.ts';
import { type ClosingForm, EMPTY_CLOSING, type Outcome, withTime } from './closing.ts';
import { type Moment } from './visit-time.ts';

/** The result of a stop, as entered. */
export interface Entry extends ClosingForm {
  to: Closing['to'];
}

/** Entered stops by order id. A stop without an entry stays open. */
export type Entries = ReadonlyMap<string, Entry>;

export type Stop = Pick<Order, 'id' | 'collect' | 'date'>;

/** The key of each means of payment. */
const MEANS_KEYS = {
  efectivo: 'E',
  yape: 'Y',
  plin: 'P',
  transferencia: 'T',
  pos: 'O',
} as const satisfies Record<CollectionMeans, string>;

const MEANS_BY_KEY = new Map<string, CollectionMeans>(
  COLLECTION_MEANS_CODES.map((means) => [MEANS_KEYS[means].toLowerCase(), means]),
);

/** Delivered, with the amount due paid by one means. */
export const deliveredBy = ({ collect }: Stop, means: CollectionMeans): Entry => ({
  ...EMPTY_CLOSING,
  to: 'entregada',
  paid: collect ? { [means]: '' } : {},
});

/** Delivered as recorded; undefined if an amount is due and no payment is recorded. */
export function recordedOf(stop: Stop): Entry | undefined {
  const { collect } = stop;
  if (!collect) return deliveredBy(stop, 'efectivo');
  if (collect.payments.length === 0) return undefined;
  return { ...EMPTY_CLOSING, to: 'entregada', paid: paidOf(collect), difference: collect.difference ?? '' };
}

/** Not delivered. Without a reason until one is chosen. */
export const failedFor = (reason: string): Entry => ({ ...EMPTY_CLOSING, to: 'no_entregada', reason });

/** @returns the entries, with every other stop as delivered and fully paid in cash. */
export const allAsDue = (stops: readonly Stop[], entries: Entries): Entries =>
  new Map([...stops.map((stop) => [stop.id, deliveredBy(stop, 'efectivo')] as const), ...entries]);

/**
 * @param key as in `KeyboardEvent.key`.
 * @param reasons codes, of which the first nine have a digit.
 * @returns the entry after a key press; null if the stop becomes open; undefined if the key has no meaning here.
 */
export function entryAfterKey(
  key: string,
  stop: Stop,
  entry: Entry | undefined,
  reasons: readonly string[],
): Entry | null | undefined {
  const means = MEANS_BY_KEY.get(key.toLowerCase());
  if (means) return deliveredBy(stop, means);
  if (key.toLowerCase() === 'n') return entry?.to === 'no_entregada' ? entry : failedFor('');
  if (key.toLowerCase() === 'x' || key === 'Delete' || key === 'Backspace') return null;
  const reason = /^[1-9]$/.test(key) && entry?.to === 'no_entregada' ? reasons[Number(key) - 1] : undefined;
  return reason === undefined ? undefined : failedFor(reason);
}

/**
 * @param moment to read the time of the visit too.
 * @returns the closing of a stop, or the first error in its entry.
 */
export function readEntry(stop: Stop, entry: Entry, moment?: Moment): { outcome: Outcome } | { error: string } {
  const read = readOutcome(entry.to, stop.collect?.due ?? null, entry);
  const { of, errors } = moment
    ? withTime(read, [stop], entry.time, moment)
    : { of: () => read.outcome, errors: read.errors };
  const [error] = Object.values(errors);
  return error === undefined ? { outcome: of(stop) } : { error };
}

/** @returns the closing of each stop, or the first error in its entry, by order id. */
export function readEntries(
  stops: readonly Stop[],
  entries: Entries,
  moment: Moment,
): { outcomes: ReadonlyMap<string, Outcome>; errors: ReadonlyMap<string, string> } {
  const outcomes = new Map<string, Outcome>();
  const errors = new Map<string, string>();
  for (const stop of stops) {
    const entry = entries.get(stop.id);
    const read = entry ? readEntry(stop, entry, moment) : { error: 'Seleccione cómo pagó' };
    if ('error' in read) errors.set(stop.id, read.error);
    else outcomes.set(stop.id, read.outcome);
  }
  return { outcomes, errors };
}

/** @returns the errors minus that of an order, or none if every order changed. */
export const without = (errors: ReadonlyMap<string, string>, id?: string): ReadonlyMap<string, string> =>
  new Map(id === undefined ? [] : [...errors].filter(([each]) => each !== id));

/**
 * @returns the totals of the entries that can be read. Amounts are in céntimos: `byMeans` of the means used, `due` of the
 * delivered stops.
 */
export function routeTotals(stops: readonly Stop[], entries: Entries) {
  const paid = new Map<CollectionMeans, number>();
  const totals = { delivered: 0, failed: 0, open: 0, collected: 0, due: 0 };
  for (const stop of stops) {
    const entry = entries.get(stop.id);
    if (!entry) totals.open += 1;
    else if (entry.to === 'no_entregada') totals.failed += 1;
    else {
      totals.delivered += 1;
      totals.due += stop.collect?.due ?? 0;
      const read = readEntry(stop, entry);
      const payments = 'outcome' in read ? (read.outcome.payments ?? []) : [];
      totals.collected += collectedOf(payments);
      for (const { means, amount } of payments) paid.set(means, (paid.get(means) ?? 0) + amount);
    }
  }
  const byMeans = COLLECTION_MEANS_CODES.flatMap((means) => {
    const amount = paid.get(means);
    return amount === undefined ? [] : [[means, amount] as const];
  });
  return { ...totals, byMeans };
}
