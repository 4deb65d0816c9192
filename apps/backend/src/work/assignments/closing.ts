import {
  collectedOf,
  collectionProblem,
  type OrderChange,
  type OrderState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { type OfficeTime, officeDay } from '#platform/dispatch/working-day.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { type DispatchRow } from '#orders/order/order-row.ts';
import { type Decision, type Patch } from './change-orders.ts';
import { invalid } from '#platform/refusal.ts';

/** What only a phone's visit states. */
export interface PhoneVisit {
  /** Skips the check of the time, which was checked with the visit: the order may have a later day now. */
  timeChecked?: true;
  /** The date that the recipient asked for instead. */
  wanted?: string | undefined;
}

/** What a request states about an order that enters a state. */
interface Closing extends PhoneVisit {
  to: Exclude<OrderState, 'asignada' | 'anulada'>;
  reason?: string | undefined;
  payments?: Payment[] | undefined;
  difference?: string | undefined;
  /** When the visit took place. */
  at?: string | undefined;
}

/** The time of the request, in the office's zone. */
interface Moment extends OfficeTime {
  now: Date;
  /** The day of the route that an order is put on; the office's by default. */
  routeDay?: string | undefined;
}

/** Payment fields of an order that was not delivered. */
export const UNCOLLECTED: Patch = { payments: [], difference: null };

/** For an order without a failed visit. */
export const NO_REASON = { reason: null, wanted: null } satisfies Patch;

/** A visit takes place on the order's day or later (earlier if it is closed before its day), and not in the future. */
function isPossible(at: string, { date }: DispatchRow, moment: Moment): boolean {
  if (new Date(at) > moment.now) return false;
  const today = officeDay(moment.now, moment);
  return localOf(new Date(at), moment.timeZone).date >= (date < today ? date : today);
}

/** @returns what was collected of an order, with the reason for an amount other than is due. */
export function collect(
  { collect_due: due }: DispatchRow,
  { payments = [], difference }: Pick<Closing, 'payments' | 'difference'>,
): Patch {
  if (due === null) return UNCOLLECTED;
  return { payments, difference: collectedOf(payments) === due ? null : (difference ?? null) };
}

/** @returns the fields that a new state sets. The caller checks whether the transition is allowed. */
function arrive(row: DispatchRow, closing: Closing, closedAt: string): Patch {
  const { to: state, reason } = closing;
  switch (state) {
    case 'entregada':
      return { state, ...NO_REASON, ...collect(row, closing), closedAt };
    case 'no_entregada': {
      // A correction by the office that keeps the reason keeps its date.
      const wanted = closing.wanted ?? (reason === row.reason ? row.wanted : null);
      return { state, reason: reason ?? null, wanted, ...UNCOLLECTED, closedAt };
    }
    case 'pendiente':
      return { state, ...NO_REASON, courierId: null, sequence: null, sequenceDay: null, closedAt: null };
    case 'en_ruta':
      return { state, ...NO_REASON, ...UNCOLLECTED, closedAt: null };
    case 'en_devolucion':
    case 'devuelta':
      return { state };
  }
}

/**
 * Decides an order that enters a state: the rules of reasons, payments and times of every operation.
 * @param what the kind of change in the order's event. A correction keeps the time of the visit unless it states one.
 */
export function decideClosing(row: DispatchRow, closing: Closing, what: OrderChange, moment: Moment): Decision {
  if (what === 'en_ruta' && row.date > (moment.routeDay ?? officeDay(moment.now, moment))) return 'day_ahead';
  const problem = closing.to === 'entregada' ? collectionProblem(row.collect_due, closing) : null;
  if (problem) return problem;
  if (closing.at !== undefined && !closing.timeChecked && !isPossible(closing.at, row, moment)) return 'time_wrong';
  const kept = what === 'corregida' ? row.closed_at : null;
  const closedAt = (closing.at === undefined ? (kept ?? moment.now) : new Date(closing.at)).toISOString();
  return { what, patch: arrive(row, closing, closedAt) };
}

/**
 * Validates a day that orders are moved to.
 * @param today the office's date; both are `YYYY-MM-DD`.
 * @throws Refusal invalid for a day in the past.
 */
export function requireDay(day: string, today: string): void {
  if (day < today) throw invalid('Ese día ya pasó; seleccione hoy o uno posterior', 'date');
}
