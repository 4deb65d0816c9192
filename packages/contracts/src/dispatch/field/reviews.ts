import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER, ORDERS_OR_PHOTOS } from '../../policy.ts';
import { actor, inOffice, officeEvent, rowId, rowInOffice, version, whyText } from '../platform/fields.ts';
import { ORDER_CHANGE_CODES } from '../orders/order-events.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { payment } from '../orders/payments.ts';
import { RELATIONS, REVIEW_REASON_CODES, visit } from './visits.ts';

/** Visits in one page of «Por revisar». */
export const REVIEWS_PAGE = 50;

/** The office's side of a visit: an order at one moment. */
const orderSide = z.object({
  version: z.int(),
  state: z.enum(ORDER_STATE_CODES),
  attempt: z.int(),
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.nullable(z.string()),
  collectDue: z.nullable(z.int()),
  payments: z.array(payment),
  difference: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
  changed: z.object({ at: z.iso.datetime(), by: actor, what: z.enum(ORDER_CHANGE_CODES) }),
});

export type OrderSide = z.infer<typeof orderSide>;

/** A visit that the office decides about, with both sides. */
const review = z.extend(visit, {
  order: z.object({
    id: z.string(),
    code: z.string(),
    recipient: z.string(),
    address: z.string(),
    district: z.string(),
    /** The point of the address. */
    place: z.object({ lat: z.number(), lng: z.number(), approximate: z.boolean() }),
  }),
  /** The working day in which it counts if it is accepted. */
  day: z.string(),
  /** The order when the visit arrived. */
  found: orderSide,
  now: orderSide,
  /** Null until it is decided. */
  decided: z.nullable(z.object({ at: z.iso.datetime(), by: actor, why: z.nullable(z.string()) })),
});

export type Review = z.infer<typeof review>;

const reviewsPage = z.object({
  /** Pending ones from the first that arrived, decided ones from the last. */
  reviews: z.array(review),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
  /** Pending visits of the office. */
  pending: z.int(),
});

export type ReviewsPage = z.infer<typeof reviewsPage>;

const reviewEvent = {
  /** `foto`: the only reason is one of its pictures. */
  review: z.object({ id: z.string(), why: z.enum([...REVIEW_REASON_CODES, 'foto']) }),
  order: z.object({ id: z.string(), code: z.string() }),
  /** Pending visits of the office after it. */
  pending: z.int(),
};

/** A visit waits for the office. */
export const reviewAdded = officeEvent('review.added', reviewEvent);

/** The office decided about a visit, or the courier replaced it. */
export const reviewDecided = officeEvent('review.decided', {
  ...reviewEvent,
  decision: z.enum(['aceptada', 'rechazada', 'reemplazada']),
});

export type ReviewDecided = z.infer<typeof reviewDecided>;

/** The order's version that the person saw, and why they decide so. */
const decision = z.strictObject({ version, why: z.optional(whyText) });

export type ReviewDecision = z.infer<typeof decision>;

/** Visits of couriers, and those the office reviews. */
export const reviewOperations = {
  'reviews.list': operation('GET', '/api/reviews', {
    summary: 'Las visitas por revisar de una oficina, o las ya decididas, por páginas',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      estado: z.optional(z.enum(['pendiente', 'decidida'])),
      /** Id of the last visit. */
      cursor: z.optional(rowId),
    }),
    response: reviewsPage,
  }),
  'reviews.accept': operation('POST', '/api/reviews/:id/accept', {
    summary:
      'Acepta una visita por revisar: la orden queda como la dejó el repartidor; con una foto dudosa, la marca como vista',
    policy: { ...DISPATCH, repeatable: true },
    ...rowInOffice,
    body: decision,
    response: review,
  }),
  'reviews.reject': operation('POST', '/api/reviews/:id/reject', {
    summary: 'Rechaza una visita por revisar: la orden queda como está',
    policy: { ...DISPATCH, repeatable: true },
    ...rowInOffice,
    body: decision,
    response: review,
  }),
  'reviews.rejectAll': operation('POST', '/api/reviews/reject-all', {
    summary: 'Rechaza todas las visitas por revisar de un repartidor, con un motivo: sus órdenes quedan como están',
    policy: { ...DISPATCH, repeatable: true },
    query: inOffice,
    body: z.strictObject({
      courierId: rowId,
      /** Id of the last visit that the person saw: later ones are not rejected. */
      upTo: rowId,
      why: whyText,
    }),
    response: z.object({ rejected: z.int() }),
  }),
  'visits.list': operation('GET', '/api/orders/:id/visits', {
    summary: 'Las visitas que los repartidores registraron de una orden, de la primera a la última',
    policy: ORDERS_OR_PHOTOS,
    ...rowInOffice,
    response: z.array(visit),
  }),
  'visits.receiver': operation('GET', '/api/visits/:id/receiver', {
    summary: 'Quién recibió en una visita, con su documento completo; se registra quién lo ve',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: z.object({
      name: z.string(),
      document: z.nullable(z.string()),
      relation: z.nullable(z.enum(Object.keys(RELATIONS) as (keyof typeof RELATIONS)[])),
    }),
  }),
};
