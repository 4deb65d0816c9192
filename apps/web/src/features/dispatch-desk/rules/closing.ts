import {
  type Closing,
  COLLECTION_MEANS_CODES,
  type CollectionMeans,
  collectedOf,
  isVisit,
  type Order,
  ORDER_STATES,
} from '@despacho/contracts/dispatch';
import { NO_MEANS, paidOf } from '#shared/fields/paid.ts';
import { type OutcomeForm, readOutcome } from '#shared/fields/read-outcome.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { type Moment, visitAt } from './visit-time.ts';

/** How the visit of an order ended, as entered. */
export interface ClosingForm extends OutcomeForm {
  /** Time of the visit, «14:05»; empty for now. */
  time: string;
}

export const EMPTY_CLOSING: ClosingForm = { reason: '', paid: {}, difference: '', time: '' };

export type ClosingErrors = Partial<Record<keyof ClosingForm, string>>;

/** The result of a stop, as entered. */
export interface Entry extends ClosingForm {
  to: Closing['to'];
}

/** Entered stops by order id. A stop without an entry stays open. */
export type Entries = ReadonlyMap<string, Entry>;

export type Stop = Pick<Order, 'id' | 'collect' | 'date'>;

/** The values of an order's closing, except its state. */
export type Outcome = Pick<Closing, 'reason' | 'payments' | 'difference' | 'at'>;

/** @returns the label of closing orders: «Marcar como entregada», «Marcar 3 como entregadas». */
export function closingLabel(to: Closing['to'], count: number): string {
  const state = ORDER_STATES[to].toLowerCase();
  return count === 1 ? `Marcar como ${state}` : `Marcar ${formatNumber(count)} como ${state}s`;
}

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

/** @returns the recorded payments and reason of an order as form values. */
export const recordedForm = ({ collect, reason }: Pick<Order, 'collect' | 'reason'>): ClosingForm => ({
  ...EMPTY_CLOSING,
  ...(collect && { paid: paidOf(collect), difference: collect.difference ?? '' }),
  reason: reason ?? '',
});

/** Delivered as recorded; undefined if an amount is due and no payment is recorded. */
export const recordedEntry = (order: Order): Entry | undefined =>
  order.collect?.payments.length === 0 ? undefined : { ...recordedForm(order), to: 'entregada' };

/** Not delivered. Without a reason until one is chosen. */
export const failedFor = (reason: string): Entry => ({ ...EMPTY_CLOSING, to: 'no_entregada', reason });

/** @returns the entries, with every stop that has none as delivered and paid in cash as due. */
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
 * Reads how the visit of an order ended. States other than those of a visit have no reason, payments or time.
 * @param moment to read the time of the visit too.
 * @returns what the closing states, and the errors by field.
 */
export function readEntry(
  { collect, date }: Stop,
  entry: ClosingForm & { to: string },
  moment?: Moment,
): { outcome: Outcome; errors: ClosingErrors } {
  const { outcome, errors } = readOutcome(entry.to, collect?.due ?? null, entry);
  if (!moment || !isVisit(entry.to) || entry.time.trim() === '') return { outcome, errors };
  const time = visitAt(entry.time, { date }, moment);
  return 'at' in time
    ? { outcome: { ...outcome, ...time }, errors }
    : { outcome, errors: { ...errors, time: time.error } };
}

/**
 * @param entryOf how each visit ended, as entered; undefined is an error.
 * @returns what the closing of each order states, and the errors by field of those that cannot be read, by order id.
 */
export function readEntries(
  stops: readonly Stop[],
  entryOf: (stop: Stop) => (ClosingForm & { to: string }) | undefined,
  moment: Moment,
): { of: (stop: Pick<Stop, 'id'>) => Outcome; errors: ReadonlyMap<string, ClosingErrors> } {
  const read = new Map(
    stops.map((stop) => {
      const entry = entryOf(stop);
      return [stop.id, entry ? readEntry(stop, entry, moment) : { outcome: {}, errors: { paid: NO_MEANS } }];
    }),
  );
  return {
    of: ({ id }) => read.get(id)?.outcome ?? {},
    errors: new Map(
      [...read].flatMap(([id, { errors }]) => (Object.keys(errors).length > 0 ? [[id, errors] as const] : [])),
    ),
  };
}

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
      const { payments = [] } = readEntry(stop, entry).outcome;
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
