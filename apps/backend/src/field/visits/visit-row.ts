import {
  metersBetween,
  type OrderSide,
  REVIEW_REASONS,
  type PlaceVerdict,
  type Visit,
  type VisitAnswer,
} from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { type FieldVisitsTable } from '#platform/database/schema.ts';
import { masked } from '../evidence/evidence-row.ts';
import { changedOf, courierOf, type OrderRow } from '#orders/order/order-row.ts';

export type VisitRow = Selectable<FieldVisitsTable>;

/** @returns the office's side of a visit. */
export const sideOf = (row: OrderRow): OrderSide => ({
  version: row.version,
  state: row.state,
  attempt: row.attempt,
  courier: courierOf(row),
  reason: row.reason,
  collectDue: row.collect_due,
  payments: row.payments,
  difference: row.difference,
  closedAt: row.closed_at?.toISOString() ?? null,
  changed: changedOf(row),
});

/** The text for the courier. */
const messageOf = (why: NonNullable<VisitRow['why']>): string =>
  why === 'tarde'
    ? 'Pasaron más de 5 minutos; pida la corrección a la oficina'
    : `${REVIEW_REASONS[why]}; la oficina revisará su visita`;

/** @returns the answer of the first request; later decisions do not change it. */
export const answerOf = (row: VisitRow): VisitAnswer => ({
  id: row.visit,
  result: row.result,
  order: { id: String(row.order_id), state: row.order_state, version: row.order_version },
  why: row.result === 'review' ? row.why : null,
  message: row.result === 'review' && row.why ? messageOf(row.why) : null,
});

/** A visit with the joined columns for display. */
export type NamedVisitRow = VisitRow & { courier_name: string };

/**
 * @param order its place, to measure the distance from.
 * @param verdict on the place of the visit.
 */
export const toVisit = (
  row: NamedVisitRow,
  order: Pick<OrderRow, 'lat' | 'lng' | 'approximate'>,
  verdict: PlaceVerdict['kind'],
): Visit => {
  const place = row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng, accuracy: row.accuracy };
  return {
    id: String(row.id),
    visit: row.visit,
    state: row.state,
    why: row.why,
    courier: { id: String(row.courier_id), name: row.courier_name },
    attempt: row.attempt,
    to: row.to_state,
    reason: row.reason,
    payments: row.payments ?? [],
    difference: row.difference,
    at: row.at.toISOString(),
    doubtfulTime: row.doubtful_time,
    deviceAt: row.device_at.toISOString(),
    clockOffsetMs: row.clock_offset_ms,
    arrivedAt: row.arrived_at.toISOString(),
    place,
    ...(verdict === 'implausible' && { doubtfulPlace: true }),
    // The centre of a district is not the place of delivery.
    distance: place && !order.approximate ? Math.round(metersBetween(place, order)) : null,
    receiver: row.receiver && { ...row.receiver, document: row.receiver.document && masked(row.receiver.document) },
    photos: row.photos,
    corrects: row.corrects !== null,
    ...(row.unreadable_photo && { pictureMarks: row.picture_doubts.length > 0 ? row.picture_doubts : ['ilegible'] }),
    ...(row.faults.length > 0 && row.settled_at === null && { faults: row.faults }),
    ...(row.wanted !== null && { wanted: row.wanted }),
  };
};
