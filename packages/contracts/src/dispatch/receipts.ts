import * as z from 'zod/mini';
import { actor, rowId, version } from './fields.ts';
import { ORDER_CHANGE_CODES } from './order-events.ts';
import { ORDER_STATE_CODES } from './order-states.ts';
import { MOST_ORDERS } from './words.ts';

/** The orders a request is about, each as the person saw it. Naming one twice is a mistake of the caller. */
export const orderRefs = z.array(z.strictObject({ id: rowId, version })).check(
  z.minLength(1),
  z.maxLength(MOST_ORDERS),
  z.refine((refs) => new Set(refs.map((each) => each.id)).size === refs.length, 'Hay órdenes repetidas'),
);

export type OrderRef = z.infer<typeof orderRefs>[number];

/** Why an order was left as it was, with the words of the receipt. */
export const REFUSALS = {
  not_found: 'No existe en esta oficina',
  changed: 'Otra persona la cambió',
  state: 'Su estado no lo permite',
  collection_missing: 'Falta indicar el cobro',
  not_of_courier: 'No está en la ruta de ese repartidor',
} as const;

export type RefusedWhy = keyof typeof REFUSALS;

const REFUSAL_CODES = Object.keys(REFUSALS) as [RefusedWhy, ...RefusedWhy[]];

/** How an order stands now: who changed what, when. */
export const standing = z.object({
  version: z.int(),
  state: z.enum(ORDER_STATE_CODES),
  courier: z.nullable(z.object({ id: z.string(), name: z.string() })),
  changed: z.object({ at: z.iso.datetime(), by: actor, what: z.enum(ORDER_CHANGE_CODES) }),
});

export type Standing = z.infer<typeof standing>;

export const outcome = z.discriminatedUnion('ok', [
  /** `changed` is false where the order was already as wanted. */
  z.object({ ok: z.literal(true), id: z.string(), code: z.string(), version: z.int(), changed: z.boolean() }),
  z.object({
    ok: z.literal(false),
    id: z.string(),
    code: z.nullable(z.string()),
    why: z.enum(REFUSAL_CODES),
    now: z.nullable(standing),
  }),
]);

export type Outcome = z.infer<typeof outcome>;

/** What speaks against giving a courier something. It is told and does not prevent it. */
export const WARNINGS = {
  orders: 'Supera su capacidad de órdenes',
  weight: 'Supera su capacidad de carga',
  shift: 'Hay entregas fuera de su turno',
  zone: 'Hay entregas fuera de sus zonas',
  away: 'Está ausente',
} as const;

export type WarningKind = keyof typeof WARNINGS;

export const warning = z.object({
  courierId: z.string(),
  kind: z.enum(Object.keys(WARNINGS) as [WarningKind, ...WarningKind[]]),
  /** Over capacity by so many orders or grams; else how many orders it is about. */
  by: z.int(),
});

export type Warning = z.infer<typeof warning>;

/** What a request changed and what not, order by order and in the order they were named. */
export const receipt = z.object({
  /** Names what was changed together; null where nothing was. */
  batch: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Until when the same person may take it back; null where that cannot be done. */
  undoUntil: z.nullable(z.iso.datetime()),
  outcomes: z.array(outcome),
  warnings: z.array(warning),
});

export type Receipt = z.infer<typeof receipt>;
