import * as z from 'zod/mini';
import { distinctOrders, reasonCode, rowId, version, whyText } from '../platform/fields.ts';
import { isVisit, type OrderState, REACHED_BY_CLOSE, REACHED_BY_CORRECT } from './order-states.ts';
import { difference, payments } from './payments.ts';

/** The result of a visit, per order. */
const outcome = {
  /** Reason of a failed visit. */
  reason: z.optional(reasonCode),
  /** Payments of a delivery with an amount due. */
  payments: z.optional(payments),
  /** Required if the payments differ from the amount due. */
  difference: z.optional(difference),
  /** When the visit took place, if not just now: on the order's day or later, and not in the future. */
  at: z.optional(z.iso.datetime()),
};

interface Outcome {
  to: OrderState;
  reason?: string | undefined;
  payments?: unknown;
  difference?: string | undefined;
  at?: string | undefined;
}

/** The rules for the result of a visit. */
export const outcomeRules = [
  z.refine<Outcome>(
    ({ to, reason }) => (to === 'no_entregada') === (reason !== undefined),
    'Solo «no entregada» lleva motivo, y siempre lo lleva',
  ),
  z.refine<Outcome>(
    (each) =>
      (each.to === 'entregada' || each.payments === undefined) &&
      (each.payments !== undefined || each.difference === undefined),
    'Solo «entregada» lleva cobro, y la diferencia va con su cobro',
  ),
  z.refine<Outcome>(({ to, at }) => at === undefined || isVisit(to), 'Solo una visita lleva hora'),
] as const;

/** How a visit ended: one order with its own reason, payments and time. */
const closing = z.strictObject({ id: rowId, version, to: z.enum(REACHED_BY_CLOSE), ...outcome }).check(...outcomeRules);

/** The state, reason, payments and time that an order should have instead. */
const correction = z
  .strictObject({ id: rowId, version, to: z.enum(REACHED_BY_CORRECT), ...outcome })
  .check(...outcomeRules);

export type Closing = z.infer<typeof closing>;
export type Correction = z.infer<typeof correction>;

/** `route`: «Cerrar ruta» of this courier, whose route is over. */
export const closeBody = z.strictObject({ route: z.optional(rowId), orders: distinctOrders(closing) });
export const correctBody = z.strictObject({ why: whyText, orders: distinctOrders(correction) });

export type Close = z.infer<typeof closeBody>;
export type Correct = z.infer<typeof correctBody>;
