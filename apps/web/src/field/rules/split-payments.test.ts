import { COLLECTION_MEANS_CODES, collectedOf } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitPayments } from './split-payments.ts';

it('pays each order what is due, by the means that were used', () => {
  expect(
    splitPayments(
      [3000, 2000, 1000],
      [
        { means: 'efectivo', amount: 4000 },
        { means: 'yape', amount: 2000 },
      ],
    ),
  ).toEqual([
    [{ means: 'efectivo', amount: 3000 }],
    [
      { means: 'efectivo', amount: 1000 },
      { means: 'yape', amount: 1000 },
    ],
    [{ means: 'yape', amount: 1000 }],
  ]);
});

it('splits every céntimo exactly, whatever was paid', () => {
  const dues = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 });
  const payment = fc.record({ means: fc.constantFrom(...COLLECTION_MEANS_CODES), amount: fc.nat({ max: 90_000 }) });
  const paid = fc.uniqueArray(payment, { minLength: 1, maxLength: 5, selector: ({ means }) => means });
  fc.assert(
    fc.property(dues, paid, (due, payments) => {
      const split = splitPayments(due, payments);
      expect(split.every(({ length }) => length > 0)).toBe(true);
      for (const { means, amount } of payments)
        expect(collectedOf(split.flat().filter((each) => each.means === means))).toBe(amount);
      for (const [index, own] of split.slice(0, -1).entries())
        expect(collectedOf(own)).toBeLessThanOrEqual(due[index] ?? 0);
    }),
  );
});
