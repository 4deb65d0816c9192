import { type Warning, WARNINGS } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { formatKilograms } from '#features/couriers/rules/load.ts';
import { type Action } from './action.ts';

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
