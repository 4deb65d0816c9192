import {
  COUNT_FIELDS,
  countedAmount,
  type Counted,
  type CountField,
  MONEY_REASONS,
  type MoneyReason,
  type Receive,
} from '@despacho/contracts/dispatch';
import { parseFigure } from '#shared/fields/parse-figure.ts';

/** A cashier's input for one courier. Kept as typed, so that a mistake can be fixed. */
export interface Draft {
  mode: 'contar' | 'monto';
  counts: Record<CountField, string>;
  amount: string;
  /** The reason of a missing amount; `queda`: the courier brings the rest later. */
  reason: MoneyReason | 'queda' | null;
  note: string;
  /** Numbers of operations, by payment. */
  numbers: Record<string, string>;
}

export const EMPTY_DRAFT: Draft = {
  mode: 'contar',
  counts: { n200: '', n100: '', n50: '', n20: '', n10: '', coins: '' },
  amount: '',
  reason: null,
  note: '',
  numbers: {},
};

export type DraftField = CountField | 'amount' | 'reason' | 'note';

interface Reading {
  /** Céntimos; NaN if a field cannot be read. */
  amount: number;
  counted: Counted | null;
  /** Positive if the courier still has cash after this, negative for a surplus. */
  missing: number;
  /** The reason that applies to this difference. */
  reason: MoneyReason | 'queda' | null;
  errors: Partial<Record<DraftField, string>>;
}

const WHOLE = /^\d{1,4}$/;

function readCount(counts: Draft['counts'], errors: Reading['errors']): Counted {
  const entries = COUNT_FIELDS.map((field) => {
    const typed = counts[field].trim();
    if (typed === '') return [field, 0];
    const value = field === 'coins' ? parseFigure(typed, 2) : WHOLE.test(typed) ? Number(typed) : NaN;
    if (Number.isNaN(value))
      errors[field] = field === 'coins' ? 'Escriba un monto, como 12.50' : 'Escriba cuántos billetes, sin decimales';
    return [field, value];
  });
  return Object.fromEntries(entries) as Counted;
}

function readAmount(typed: string, errors: Reading['errors']): number {
  if (typed.trim() === '') return 0;
  const amount = parseFigure(typed, 2);
  if (Number.isNaN(amount)) errors.amount = 'Escriba un monto, como 112 o 112.50';
  return amount;
}

/** @returns the reason, if it applies to this difference. */
function reasonFor(missing: number, reason: Draft['reason']): Draft['reason'] {
  if (missing === 0 || Number.isNaN(missing)) return null;
  if (missing > 0) return reason !== null && (reason === 'queda' || MONEY_REASONS[reason].missing) ? reason : 'queda';
  return reason !== null && reason !== 'queda' && MONEY_REASONS[reason].surplus ? reason : null;
}

/** @param cash what the courier should hand over, in céntimos. @returns the values of the draft, with its errors. */
export function readDraft({ mode, counts, amount: typed, reason: chosen, note }: Draft, cash: number): Reading {
  const errors: Reading['errors'] = {};
  const counted = mode === 'contar' ? readCount(counts, errors) : null;
  const amount = counted ? countedAmount(counted) : readAmount(typed, errors);
  const missing = cash - amount;
  const reason = reasonFor(missing, chosen);
  if (missing < 0 && reason === null) errors.reason = 'Elija por qué hay dinero de más';
  if (reason === 'otro' && note.trim() === '') errors.note = 'Escriba el motivo';
  if (amount === 0 && (reason === null || reason === 'queda'))
    errors[mode === 'contar' ? 'n200' : 'amount'] ??= 'Cuente o escriba lo que recibe';
  return { amount, counted, missing, reason, errors };
}

/** @returns the request of a draft without errors. */
export function receiveBody(
  { amount, counted, missing, reason }: Reading,
  { note }: Pick<Draft, 'note'>,
  of: Pick<Receive, 'courierId' | 'day' | 'version'>,
): Receive {
  return {
    ...of,
    amount,
    ...(counted && amount > 0 && { counted }),
    ...(reason !== null &&
      reason !== 'queda' && {
        difference: { amount: missing, reason, ...(note.trim() !== '' && { note: note.trim() }) },
      }),
  };
}
