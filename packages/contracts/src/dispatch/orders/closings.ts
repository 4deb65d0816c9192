import * as z from 'zod/mini';
import { foldedText } from '../../text.ts';
import { distinctOrders, reasonCode, rowId, version } from '../platform/fields.ts';
import { type OrderState, REACHED_BY_CLOSE, REACHED_BY_CORRECT } from './order-states.ts';
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

export const needsReason = z.refine<Outcome>(
  ({ to, reason }) => (to === 'no_entregada') === (reason !== undefined),
  'Solo «no entregada» lleva motivo, y siempre lo lleva',
);

export const paymentsOnDelivery = z.refine<Outcome>(
  (each) =>
    (each.to === 'entregada' || each.payments === undefined) &&
    (each.payments !== undefined || each.difference === undefined),
  'Solo «entregada» lleva cobro, y la diferencia va con su cobro',
);

const timeOfVisit = z.refine<Outcome>(
  ({ to, at }) => at === undefined || to === 'entregada' || to === 'no_entregada',
  'Solo una visita lleva hora',
);

/** How a visit ended: one order with its own reason, payments and time. */
const closing = z
  .strictObject({ id: rowId, version, to: z.enum(REACHED_BY_CLOSE), ...outcome })
  .check(needsReason, paymentsOnDelivery, timeOfVisit);

/** The state, reason, payments and time that an order should have instead. */
const correction = z
  .strictObject({ id: rowId, version, to: z.enum(REACHED_BY_CORRECT), ...outcome })
  .check(needsReason, paymentsOnDelivery, timeOfVisit);

export type Closing = z.infer<typeof closing>;
export type Correction = z.infer<typeof correction>;

/** `route`: «Cerrar ruta» of this courier, whose route is over. */
export const closeBody = z.strictObject({ route: z.optional(rowId), orders: distinctOrders(closing) });
export const correctBody = z.strictObject({ why: foldedText(300), orders: distinctOrders(correction) });

export type Close = z.infer<typeof closeBody>;
export type Correct = z.infer<typeof correctBody>;
