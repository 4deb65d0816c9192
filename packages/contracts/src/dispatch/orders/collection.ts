/* Words and rules without schemas: the courier's page must not contain zod. */

/** Maximum number of payments of one order. */
export const MAX_PAYMENTS = 6;

/** Maximum length of the reason for a difference between the amounts paid and due. */
export const MAX_DIFFERENCE = 120;

/** Common reasons for a difference, offered as choices. */
export const DIFFERENCE_REASONS = [
  'Pagó una parte',
  'Descuento acordado',
  'Paga después',
  'No había vuelto',
  'Dejó propina',
] as const;

/** @returns the sum of the payments, in céntimos. */
export const collectedOf = (all: readonly { amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0);

/** The payment data of a delivery. */
interface Collection {
  payments?: readonly { amount: number }[] | undefined;
  difference?: string | undefined;
}

/** Why a collection is refused: keys of `REFUSALS`, which imports this module indirectly. */
type CollectionProblem = 'collection_missing' | 'collection_unexpected' | 'difference_missing';

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
