import { type AccountPayment, collectedOf } from '@despacho/contracts/dispatch';

/** @returns the numbers that several payments of the same means have, as typed first, with the sum of those payments. */
export const sharedNumbers = (
  payments: readonly (Pick<AccountPayment, 'means' | 'amount'> & { operation: string })[],
): { means: AccountPayment['means']; operation: string; orders: number; amount: number }[] =>
  [
    ...Map.groupBy(
      payments,
      ({ means, operation }) =>
        `${means} ${operation
          .replaceAll(/[^0-9a-z]/giu, '')
          .replace(/^0+/, '')
          .toUpperCase()}`,
    ).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 2) return [];
    return [
      { means: first.means, operation: first.operation.trim(), orders: group.length, amount: collectedOf(group) },
    ];
  });
