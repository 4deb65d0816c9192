import * as z from 'zod/mini';
import { foldedText } from '../text.ts';
import { centimos } from './fields.ts';
import { COLLECTION_MEANS_CODES } from './words.ts';

/** Maximum number of payments of one order. */
export const MAX_PAYMENTS = 6;

/** A payment on delivery: how, and how much in céntimos. An order paid by several means has several. */
export const payment = z.object({ means: z.enum(COLLECTION_MEANS_CODES), amount: centimos });

export type Payment = z.infer<typeof payment>;

/** The payments of a delivery, each means once. Nothing paid is an amount of zero. */
export const payments = z.array(z.strictObject(payment.shape)).check(
  z.minLength(1),
  z.maxLength(MAX_PAYMENTS),
  z.refine((all) => new Set(all.map(({ means }) => means)).size === all.length, 'Cada medio de pago va una vez'),
);

/** Maximum length of the reason for a difference between the amounts paid and due. */
export const MAX_DIFFERENCE = 120;

/** Why the amount paid differs from the amount due. */
export const difference = foldedText(MAX_DIFFERENCE);

/** Common reasons for a difference, offered as choices. */
export const DIFFERENCE_REASONS = [
  'Pagó una parte',
  'Descuento acordado',
  'Paga después',
  'No había vuelto',
  'Dejó propina',
] as const;

/** @returns the sum of the payments, in céntimos. */
export const collectedOf = (all: readonly Payment[]): number => all.reduce((sum, { amount }) => sum + amount, 0);

/** What a delivery states about its collection. */
export interface Collection {
  payments?: readonly Payment[] | undefined;
  difference?: string | undefined;
}

/** Why a collection is refused: keys of `REFUSALS`, which imports this module indirectly. */
export type CollectionProblem = 'collection_missing' | 'collection_unexpected' | 'difference_missing';

/**
 * The rule of every collection: payments if, and only if, there is an amount due, and a reason if they differ from it.
 * @param due in céntimos; null if nothing is to be collected.
 * @returns why the collection is refused, or null.
 */
export function collectionProblem(
  due: number | null,
  { payments: paid, difference: reason }: Collection,
): CollectionProblem | null {
  if (due === null) return paid === undefined ? null : 'collection_unexpected';
  if (paid === undefined) return 'collection_missing';
  return collectedOf(paid) !== due && reason === undefined ? 'difference_missing' : null;
}
