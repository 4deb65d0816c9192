import { ORDER_STATES, type Outcome, REFUSALS, type Standing } from '@despacho/contracts/dispatch';
import { formatRelative } from '#shared/format/format-relative.ts';
import { CHANGE_SENTENCES } from './change-sentences.ts';
import { type Action } from './action.ts';

/** Result of one order. */
export interface ReceiptLine {
  id: string;
  code: string;
  result: 'done' | 'same' | 'refused';
  outcome: Outcome;
  /** Label of the action's part, if it has several. */
  part: string | undefined;
}

const resultOf = (outcome: Outcome): ReceiptLine['result'] => {
  if (!outcome.ok) return 'refused';
  return outcome.changed ? 'done' : 'same';
};

/** @returns the result of each order, refused ones first because they need attention. */
export function receiptLines({ steps, codes }: Action): ReceiptLine[] {
  const lines = steps.flatMap(({ progress, part }) =>
    progress.state !== 'done'
      ? []
      : progress.receipt.outcomes.map((outcome) => ({
          id: outcome.id,
          code: outcome.code ?? codes.get(outcome.id) ?? `N.º ${outcome.id}`,
          result: resultOf(outcome),
          outcome,
          part,
        })),
  );
  return [...lines.filter(({ result }) => result === 'refused'), ...lines.filter(({ result }) => result !== 'refused')];
}

const standingText = ({ state, courier }: Standing): string =>
  `${ORDER_STATES[state]}${courier === null ? '' : `, con ${courier.name}`}`;

/** @returns why an order was refused: the reason, who changed what and when, and its current state. */
export function refusalText(outcome: Extract<Outcome, { ok: false }>, now: Date): string {
  const { confirmed } = outcome;
  if (confirmed) return `${REFUSALS[outcome.why]} por ${confirmed.by.user} ${formatRelative(confirmed.at, now)}`;
  const why = REFUSALS[outcome.why];
  if (outcome.now === null) return why;
  const { state, courier, changed } = outcome.now;
  const isAssigned = changed.what === 'asignada' || changed.what === 'reasignada';
  const to = isAssigned && courier !== null ? ` a ${courier.name}` : '';
  const did = `${changed.by.user} ${CHANGE_SENTENCES[changed.what]}${to} ${formatRelative(changed.at, now)}`;
  if (outcome.why !== 'changed') return `${why}: ${standingText(outcome.now)}. ${did}`;
  return isAssigned || changed.what === state ? did : `${did}: ${standingText(outcome.now)}`;
}

export function lineText({ outcome }: ReceiptLine, now: Date): string {
  if (!outcome.ok) return refusalText(outcome, now);
  return outcome.changed ? 'Hecho' : 'Ya estaba así';
}
