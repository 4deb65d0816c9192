import {
  collectedOf,
  collectionProblem,
  type OrderChange,
  type OrderState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { localOf } from '../dispatch/zoned-time.ts';
import { type DispatchRow } from '../orders/order-row.ts';
import { type Decision, type Patch } from './change-orders.ts';
import { Refusal } from '../refusal.ts';

/** Skips the check of the time for a phone's visit, which was checked with the visit: the order may have a later day now. */
export interface VisitTime {
  timeChecked?: true;
}

/** What a request states about an order that enters a state. */
interface Closing extends VisitTime {
  to: Exclude<OrderState, 'asignada' | 'anulada'>;
  reason?: string | undefined;
  payments?: Payment[] | undefined;
  difference?: string | undefined;
  /** When the visit took place. */
  at?: string | undefined;
}

/** The time of the request, in the office's zone. */
interface Moment {
  now: Date;
  timeZone: string;
}

const UNCOLLECTED: Patch = { payments: [], difference: null };

/** A visit takes place on the order's day or later (earlier if it is closed before its day), and not in the future. */
function isPossible(at: string, { date }: DispatchRow, { now, timeZone }: Moment): boolean {
  if (new Date(at) > now) return false;
  const today = localOf(now, timeZone).date;
  return localOf(new Date(at), timeZone).date >= (date < today ? date : today);
}

function collect({ collect_due: due }: DispatchRow, { payments = [], difference }: Closing): Patch {
  if (due === null) return UNCOLLECTED;
  return { payments, difference: collectedOf(payments) === due ? null : (difference ?? null) };
}

/** @returns the fields that a new state sets. The caller checks whether the transition is allowed. */
function arrive(row: DispatchRow, closing: Closing, closedAt: string): Patch {
  const { to: state, reason } = closing;
  switch (state) {
    case 'entregada':
      return { state, reason: null, ...collect(row, closing), closedAt };
    case 'no_entregada':
      return { state, reason: reason ?? null, ...UNCOLLECTED, closedAt };
    case 'pendiente':
      return { state, reason: null, courierId: null, sequence: null, closedAt: null };
    case 'en_ruta':
      return { state, reason: null, ...UNCOLLECTED, closedAt: null };
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
  if (day < today) throw new Refusal('invalid', 'Ese día ya pasó; seleccione hoy o uno posterior', undefined, 'date');
}
