import { type Closing, collectionProblem } from '@despacho/contracts/dispatch';
import { type Paid, readPaid } from './paid.ts';

/** How a visit ended, as entered at the desk or on a courier's phone. */
export interface OutcomeForm {
  /** Code of the reason of a failed visit; empty until one is chosen. */
  reason: string;
  paid: Paid;
  /** Why the payments differ from the amount due. */
  difference: string;
}

export type OutcomeErrors = Partial<Record<keyof OutcomeForm, string>>;

/**
 * Validates how a visit ended: requires a reason for a failed one; for a delivery with an amount due its payments, and
 * a reason if they differ from it.
 * @param due in céntimos; null if nothing is collected, or for several orders, which share no payments.
 * @returns the outcome, and the errors by field.
 */
export function readOutcome(
  to: string,
  due: number | null,
  { reason, paid, difference }: OutcomeForm,
): { outcome: Pick<Closing, 'reason' | 'payments' | 'difference'>; errors: OutcomeErrors } {
  const wrong = (errors: OutcomeErrors) => ({ outcome: {}, errors });
  if (to === 'no_entregada')
    return reason === '' ? wrong({ reason: 'Seleccione el motivo' }) : { outcome: { reason }, errors: {} };
  if (to !== 'entregada' || due === null) return wrong({});
  const read = readPaid(due, paid);
  if ('error' in read) return wrong({ paid: read.error });
  if (collectionProblem(due, read) === null) return { outcome: read, errors: {} };
  if (difference.trim() === '') return wrong({ difference: 'Diga por qué no se cobró lo debido' });
  return { outcome: { ...read, difference: difference.trim() }, errors: {} };
}
