import * as z from 'zod/mini';
import { foldedText } from '../../text.ts';
import { MAX_DIFFERENCE, MAX_PAYMENTS } from './collection.ts';
import { centimos, allDiffer } from '../platform/fields.ts';
import { COLLECTION_MEANS_CODES } from '../platform/words.ts';

/** A payment on delivery: how, and how much in céntimos. An order paid by several means has several. */
export const payment = z.object({ means: z.enum(COLLECTION_MEANS_CODES), amount: centimos });

export type Payment = z.infer<typeof payment>;

/** The payments of a delivery, each means once. Nothing paid is an amount of zero. */
export const payments = z.array(z.strictObject(payment.shape)).check(
  z.minLength(1),
  z.maxLength(MAX_PAYMENTS),
  allDiffer<Payment>('Cada medio de pago va una vez', ({ means }) => means),
);

/** Why the amount paid differs from the amount due. */
export const difference = foldedText(MAX_DIFFERENCE);
