import { type Warning, WARNINGS } from '@despacho/contracts/dispatch';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { formatKilograms } from '#features/couriers/rules/load.ts';
import { type Action, type StepState } from './action.ts';
import { lineText, receiptLines, receiptSummary } from './receipt.ts';

const SIGNS = { done: '✓', same: '=', refused: '✗' } as const;

/**
 * A receipt as plain text, for pasting into a message.
 * @param when date and time of the action at the office.
 */
export function receiptText(action: Action, when: string, now: Date): string {
  const lines = receiptLines(action).map((line) => {
    const to = line.part === undefined ? '' : ` → ${line.part}`;
    return `${SIGNS[line.result]} ${line.code}${to}: ${lineText(line, now)}`;
  });
  return [`${action.title} · ${when}`, receiptSummary(action).text, ...lines].join('\n');
}

const headOf = ({ kind, day }: Warning): string =>
  `${WARNINGS[kind]}${day === undefined ? '' : ` el ${formatDay(day, day)}`}`;

const amountOf = ({ kind, by }: Warning): string => (kind === 'weight' ? formatKilograms(by) : orderCount(by));

/**
 * @returns the warnings of executed requests as text, one for each kind: «Supera su capacidad de órdenes (2 órdenes)», with
 *   the couriers' names where the action has several parts: «Supera su capacidad de órdenes: Ana Núñez (2 órdenes)».
 */
export function warningTexts({ steps }: Pick<Action, 'steps'>): string[] {
  const warnings = steps.flatMap(({ part, progress }) =>
    progress.state === 'done' ? progress.receipt.warnings.map((warning) => ({ part, warning })) : [],
  );
  return [...Map.groupBy(warnings, ({ warning }) => headOf(warning))].map(([head, some]) => {
    const named = some.flatMap(({ part, warning }) => (part === undefined ? [] : [`${part} (${amountOf(warning)})`]));
    if (named.length > 0) return `${head}: ${[...new Set(named)].join(', ')}`;
    return `${head} (${[...new Set(some.map(({ warning }) => amountOf(warning)))].join(', ')})`;
  });
}

/** @returns why part of an action was refused, or why its result is unknown and what to do. */
export function stepFailureText({ state, failure }: Extract<StepState, { failure: unknown }>): string {
  if (failure === null)
    return 'La página se cerró antes de que llegara la respuesta. Presione «Reintentar» para saberlo.';
  return state === 'unknown' ? `${failureText(failure)} ${describeFailure(failure).advice}` : failureText(failure);
}
