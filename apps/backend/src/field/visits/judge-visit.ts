import { isDeepStrictEqual } from 'node:util';
import {
  collectionProblem,
  CORRECTABLE_MINUTES,
  LOADED_STATES,
  type Payment,
  type ReviewReason,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import { type OrderRow } from '#orders/order/order-row.ts';
import { type VisitRow } from './visit-row.ts';

const CORRECTABLE_MS = CORRECTABLE_MINUTES * 60_000;
/** Two measurements of one clock differ by the time their requests took. */
const MEASURED_MS = 30_000;
/** A corrected time may be ahead by this much without being doubtful. */
const AHEAD_MS = 60_000;

/** How the service handles a visit. */
export type Verdict =
  | { do: 'close' | 'correct' }
  /** A later visit of the same courier already corrected it. */
  | { do: 'replaced' }
  | { do: 'review'; why: ReviewReason };

const review = (why: ReviewReason): Verdict => ({ do: 'review', why });

/** A visit that arrives, and everything needed to judge it. */
interface Arrival {
  body: VisitBody;
  courierId: number;
  order: OrderRow;
  /** Whether the office's catalogue has its reason. */
  hasReason: boolean;
  /** Earlier visits of its chain of corrections, and a later one that arrived before it. */
  chain: readonly VisitRow[];
  isCorrected: boolean;
}

/**
 * @returns when a visit took place: the device's time corrected by its offset, not in the future. If that precedes the
 * order itself, the device's clock is of no use, and the time of arrival replaces it.
 */
export function visitTime(
  { at, clockOffsetMs }: VisitBody,
  order: Pick<OrderRow, 'created_at'>,
  now: Date,
): { at: Date; doubtful: boolean } {
  const corrected = new Date(at).getTime() + (clockOffsetMs ?? 0);
  const doubtful = corrected > now.getTime() + AHEAD_MS || corrected < order.created_at.getTime();
  return { at: doubtful || corrected > now.getTime() ? now : new Date(corrected), doubtful };
}

/** By the device's clock; the offsets reveal a clock that was set back in between. */
function isLate(first: VisitRow, { at, clockOffsetMs }: VisitBody): boolean {
  const elapsed = new Date(at).getTime() - first.device_at.getTime();
  if (elapsed > CORRECTABLE_MS) return true;
  if (typeof clockOffsetMs !== 'number' || first.clock_offset_ms === null) return false;
  return elapsed + clockOffsetMs - first.clock_offset_ms > CORRECTABLE_MS + MEASURED_MS;
}

/** The problem of a visit's values, regardless of the order's state. */
function problemOf({ body, order, hasReason }: Arrival): Verdict | null {
  if (body.to === 'entregada' && collectionProblem(order.collect_due, body) !== null) return review('cobro');
  return hasReason ? null : review('motivo');
}

function judgeClosing(arrival: Arrival): Verdict {
  const { body, courierId, order } = arrival;
  if (order.state === 'anulada') return review('anulada');
  if (order.attempt !== body.attempt) return review('otra_visita');
  if (order.state === 'pendiente') return review('desasignada');
  if (!LOADED_STATES.some((each) => each === order.state)) return review('cerrada');
  if (order.courier_id !== courierId) return review('reasignada');
  return problemOf(arrival) ?? { do: 'close' };
}

/** Whether the order still is as a visit left it. */
function isAsLeft(order: OrderRow, visit: VisitRow): boolean {
  const paid: Payment[] = order.collect_due === null ? [] : (visit.payments ?? []);
  return (
    order.state === visit.to_state &&
    order.courier_id === visit.courier_id &&
    order.attempt === visit.attempt &&
    order.reason === visit.reason &&
    isDeepStrictEqual(order.payments, visit.to_state === 'entregada' ? paid : [])
  );
}

function judgeCorrection(arrival: Arrival): Verdict {
  const { body, order, chain } = arrival;
  const applied = chain.find(({ state }) => state === 'aplicada');
  if (applied) return isAsLeft(order, applied) ? (problemOf(arrival) ?? { do: 'correct' }) : review('cambiada');
  const isDecided = chain.some(({ state }) => state === 'aceptada' || state === 'rechazada');
  return isDecided ? review('cambiada') : judgeClosing({ ...arrival, body });
}

/**
 * Decides what happens with a visit. The version that the phone saw does not matter, because most changes of an order
 * do not affect its visit: only courier, attempt, state, amount due and reason do.
 */
export function judgeVisit(arrival: Arrival): Verdict {
  const { body, chain, isCorrected } = arrival;
  if (isCorrected) return { do: 'replaced' };
  if (body.corrects === undefined || chain.length === 0) return judgeClosing(arrival);
  const newer = chain.find(
    ({ state, visit, device_at }) =>
      state !== 'reemplazada' && visit !== body.corrects?.toLowerCase() && device_at > new Date(body.at),
  );
  if (newer) return { do: 'replaced' };
  const [first] = chain;
  if (first && isLate(first, body)) return review('tarde');
  return judgeCorrection(arrival);
}
