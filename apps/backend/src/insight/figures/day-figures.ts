import {
  type CollectionMeans,
  COLLECTION_MEANS_CODES,
  collectedOf,
  COURSE_MINUTES,
  DONE_STATES,
  FAILED_STATES,
  MAX_BREAKDOWN,
  OPEN_STATES,
  ORDER_STATE_CODES,
  type OrderPromise,
  type OrderState,
  PACE_CLOSINGS,
} from '@despacho/contracts/dispatch';
import { type DayRow } from './day-rows.ts';

const STEP_MS = COURSE_MINUTES * 60_000;
const HOUR_MS = 3_600_000;

/** Closings of this period decide the pace: long enough for a range, short enough to notice that it dropped. */
const PACE_MS = 2 * HOUR_MS;

/** A later end is shown as «no hoy». */
const FAR_MS = 24 * HOUR_MS;

const among =
  (states: readonly OrderState[]) =>
  ({ state }: Pick<DayRow, 'state'>): boolean =>
    states.includes(state);

export const isOpen = among(OPEN_STATES);
export const isDone = among(DONE_STATES);
export const isFailed = among(FAILED_STATES);
/** Cancelled orders are not part of the day's work. */
export const isCounted = ({ state }: Pick<DayRow, 'state'>): boolean => state !== 'anulada';

/** As the flag «vencidas». */
export const isLate = (row: DayRow, now: Date): boolean => isOpen(row) && row.dueAt < now;

/** As the choice `promises` of a filter. */
export function promiseKept({ state, closedAt, promisedFrom, promisedTo }: DayRow, now: Date): OrderPromise | null {
  if (promisedFrom === null || promisedTo === null || state === 'anulada') return null;
  if (promisedTo > now) return 'vigente';
  const inTime = closedAt !== null && closedAt >= promisedFrom && closedAt <= promisedTo;
  return state === 'entregada' && inTime ? 'cumplido' : 'incumplido';
}

/** @returns the number of orders in each state. */
export function statesOf(rows: readonly DayRow[]): Record<OrderState, number> {
  const counts = Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, 0])) as Record<OrderState, number>;
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/**
 * @param valueOf the value of a row; null for rows that are not counted.
 * @param nameOf its name.
 * @returns the values with most orders, the most frequent first.
 */
export function breakdown(
  rows: readonly DayRow[],
  valueOf: (row: DayRow) => string | null,
  nameOf: (value: string) => string,
): { value: string; name: string; orders: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, orders]) => ({ value, name: nameOf(value), orders }))
    .sort((one, other) => other.orders - one.orders || one.name.localeCompare(other.name, 'es'))
    .slice(0, MAX_BREAKDOWN);
}

/**
 * @param from the beginning of the first step.
 * @param at the end of the last step, which may be incomplete.
 * @returns how many orders were closed by the end of each step. Closings before `from` are part of the first.
 */
export function courseOf(rows: readonly DayRow[], from: Date, at: Date): number[] {
  const steps = Math.max(1, Math.ceil((at.getTime() - from.getTime()) / STEP_MS));
  const counts = Array.from({ length: steps }, () => 0);
  for (const row of rows) {
    if (!isDone(row)) continue;
    const step = row.closedAt === null ? 0 : Math.floor((row.closedAt.getTime() - from.getTime()) / STEP_MS);
    const place = Math.min(steps - 1, Math.max(0, step));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  let sum = 0;
  return counts.map((count) => (sum += count));
}

/** When visits of these orders were closed, oldest first. */
const closingsOf = (rows: readonly DayRow[]): number[] =>
  rows
    .filter(isDone)
    .flatMap(({ closedAt }) => (closedAt === null ? [] : [closedAt.getTime()]))
    .sort((one, other) => one - other);

/**
 * The time at which the open orders are done, at the pace of the last two hours. A number of events varies by its
 * square root; the range covers that.
 * @returns null before 20 closings, or without open orders.
 */
export function endOf(rows: readonly DayRow[], now: Date): { from: string; to: string | null; perHour: number } | null {
  const open = rows.filter(isOpen).length;
  const closings = closingsOf(rows).filter((at) => at <= now.getTime());
  const [first] = closings;
  if (open === 0 || first === undefined || closings.length < PACE_CLOSINGS) return null;
  const since = Math.max(first, now.getTime() - PACE_MS);
  const span = Math.max(now.getTime() - since, STEP_MS);
  const recent = closings.filter((at) => at >= since).length;
  if (recent === 0) return null;
  const after = (closed: number): number => (open * span) / closed;
  const spread = Math.sqrt(recent);
  const latest = recent > spread ? after(recent - spread) : Infinity;
  const at = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    from: at(Math.min(FAR_MS, after(recent + spread))),
    to: latest > FAR_MS ? null : at(latest),
    perHour: Math.round((recent * HOUR_MS * 10) / span) / 10,
  };
}

/** Without this many closings of a courier there is no pace. */
const COURIER_CLOSINGS = 3;

/**
 * The pace of one courier since the first closing.
 * @returns nulls before three closings.
 */
export function courierPace(rows: readonly DayRow[], now: Date): { perHour: number | null; end: string | null } {
  const closings = closingsOf(rows).filter((at) => at <= now.getTime());
  const [first] = closings;
  if (first === undefined || closings.length < COURIER_CLOSINGS) return { perHour: null, end: null };
  const span = Math.max(now.getTime() - first, STEP_MS);
  // The first closing starts the span and does not count in it.
  const closed = closings.length - 1;
  const open = rows.filter(isOpen).length;
  const left = (open * span) / closed;
  return {
    perHour: Math.round((closed * HOUR_MS * 10) / span) / 10,
    end: open === 0 || left > FAR_MS ? null : new Date(now.getTime() + left).toISOString(),
  };
}

/** Groups rows by a value; rows without one are left out. */
export function groupRows(rows: readonly DayRow[], valueOf: (row: DayRow) => string | null): Map<string, DayRow[]> {
  const groups = new Map<string, DayRow[]>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value === null) continue;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The money of a day's orders, in céntimos. */
export function moneyOf(rows: readonly DayRow[]) {
  const collecting = rows.filter((row) => row.collectDue !== null && isCounted(row));
  const open = collecting.filter(isOpen);
  const delivered = collecting.filter(({ state }) => state === 'entregada');
  const payments = delivered.flatMap((row) => row.payments);
  const ofMeans = (means: CollectionMeans) => payments.filter((payment) => payment.means === means);
  return {
    orders: collecting.length,
    collectedOrders: delivered.length,
    openOrders: open.length,
    failedOrders: collecting.filter(isFailed).length,
    without: rows.filter(isCounted).length - collecting.length,
    open: sum(open.map(({ collectDue }) => collectDue ?? 0)),
    means: COLLECTION_MEANS_CODES.map((means) => ({
      means,
      amount: collectedOf(ofMeans(means)),
      orders: ofMeans(means).length,
    })).filter(({ orders }) => orders > 0),
  };
}

/** To be collected, and collected, in céntimos. */
export const dueAndCollected = (rows: readonly DayRow[]): { due: number; collected: number } => ({
  due: sum(rows.filter(isCounted).map(({ collectDue }) => collectDue ?? 0)),
  collected: sum(rows.filter(({ state }) => state === 'entregada').map(({ payments }) => collectedOf(payments))),
});
