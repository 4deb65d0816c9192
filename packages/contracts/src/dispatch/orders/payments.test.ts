import { describe, expect, it } from 'vitest';
import { collectedOf, collectionProblem } from './collection.ts';
import { payments } from './payments.ts';

const yape = (amount: number) => ({ means: 'yape' as const, amount });
const cash = (amount: number) => ({ means: 'efectivo' as const, amount });

describe('payments', () => {
  it.each([
    ['one', [yape(500)], true],
    ['two means', [yape(500), cash(300)], true],
    ['nothing paid', [cash(0)], true],
    ['none', [], false],
    ['a means twice', [yape(500), yape(300)], false],
    ['an unknown means', [{ means: 'cheque', amount: 500 }], false],
    ['a fraction of a céntimo', [yape(5.5)], false],
    ['a negative amount', [yape(-1)], false],
    ['an unknown field', [{ ...yape(1), operation: '7' }], false],
  ])('%s: %j is %s', (_, given, isValid) => {
    expect(payments.safeParse(given).success).toBe(isValid);
  });

  it.each([
    [null, {}, null],
    [null, { payments: [cash(0)] }, 'collection_unexpected'],
    [800, {}, 'collection_missing'],
    [800, { payments: [yape(500), cash(300)] }, null],
    [800, { payments: [yape(500)] }, 'difference_missing'],
    [800, { payments: [yape(900)] }, 'difference_missing'],
    [800, { payments: [cash(0)], difference: 'Paga después' }, null],
  ])('of %s due, %j: %s', (due, collection, problem) => {
    expect(collectionProblem(due, collection)).toBe(problem);
  });

  it('add up', () => {
    expect(collectedOf([yape(500), cash(300)])).toBe(800);
    expect(collectedOf([])).toBe(0);
  });
});
