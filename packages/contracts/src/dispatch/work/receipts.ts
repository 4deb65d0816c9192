import * as z from 'zod/mini';
import { dayConfirmation } from './days.ts';
import { actor, distinctOrders, rowId, version } from '../platform/fields.ts';
import { ORDER_CHANGE_CODES } from '../orders/order-events.ts';
import { ORDER_STATE_CODES } from '../orders/order-states.ts';
import { codesOf } from '../platform/words.ts';

/** The orders of a request, each with the version the person saw. */
export const orderRefs = distinctOrders(z.strictObject({ id: rowId, version }));

export type OrderRef = z.infer<typeof orderRefs>[number];

/** Why an order was not changed, with the text of the receipt. */
export const REFUSALS = {
  not_found: 'No existe en esta oficina',
  changed: 'Otra persona la cambió',
  state: 'Su estado no lo permite',
  collection_missing: 'Falta indicar el cobro',
  collection_unexpected: 'No tiene nada que cobrar',
  difference_missing: 'Falta el motivo de la diferencia con lo debido',
  time_wrong: 'La hora de la visita es futura o de antes de su día',
  not_of_courier: 'No está en la ruta de ese repartidor',
  day_confirmed: 'El cierre del día ya fue confirmado',
  day_ahead: 'Es de otro día; reprográmela para hoy',
} as const;

export type RefusedWhy = keyof typeof REFUSALS;

/** The current state of an order: who changed what, and when. */
const standing = z.object({
  version: z.int(),
  state: z.enum(ORDER_STATE_CODES),
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  changed: z.object({ at: z.iso.datetime(), by: actor, what: z.enum(ORDER_CHANGE_CODES) }),
});

export type Standing = z.infer<typeof standing>;

const outcome = z.discriminatedUnion('ok', [
  /** `changed` is false if the order already had the requested state. */
  z.object({ ok: z.literal(true), id: z.string(), code: z.string(), version: z.int(), changed: z.boolean() }),
  z.object({
    ok: z.literal(false),
    id: z.string(),
    code: z.nullable(z.string()),
    why: z.enum(codesOf(REFUSALS)),
    now: z.nullable(standing),
    /** For `day_confirmed`: who confirmed it, and when. */
    confirmed: z.optional(dayConfirmation),
  }),
]);

export type Outcome = z.infer<typeof outcome>;

/** Warnings about an assignment to a courier. They do not prevent it. */
export const WARNINGS = {
  orders: 'Supera su capacidad de órdenes',
  weight: 'Supera su capacidad de carga',
  shift: 'Hay entregas fuera de su turno',
  zone: 'Hay entregas fuera de sus zonas',
  away: 'El repartidor está ausente',
  next_day: 'Su ruta no cuenta hoy, sino',
} as const;

export const warning = z.object({
  courierId: z.string(),
  kind: z.enum(codesOf(WARNINGS)),
  /** For capacity warnings, the orders or grams above capacity; for others, the number of orders concerned. */
  by: z.int(),
  /** The day of the load, if it is not today's. */
  day: z.optional(z.string()),
});

export type Warning = z.infer<typeof warning>;

/** The result of a bulk request, per order and in the order of the request. */
export const receipt = z.object({
  /** Groups the changes; null if nothing changed. */
  batch: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Until when the same person may undo it; null if it cannot be undone. */
  undoUntil: z.nullable(z.iso.datetime()),
  outcomes: z.array(outcome),
  warnings: z.array(warning),
});

export type Receipt = z.infer<typeof receipt>;
