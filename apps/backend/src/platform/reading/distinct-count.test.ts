import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DistinctCount } from './distinct-count.ts';

const counted = (from: number, to: number, into = new DistinctCount()): DistinctCount => {
  for (let key = from; key < to; key += 1) into.add(`LIMA ${key}`);
  return into;
};

it.each([0, 1, 200, 5000, 20_000, 100_000])('estimates %i different keys within 5 %%', (keys) => {
  const { estimate } = counted(0, keys);
  expect(Math.abs(estimate - keys)).toBeLessThanOrEqual(keys * 0.05);
});

it('counts a repeated key once', () => {
  const count = counted(0, 1000);
  const before = count.estimate;
  expect(counted(0, 1000, count).estimate).toBe(before);
  expect(count.add('LIMA 7')).toBe(false);
});

it('merges the counts of two processes into the count of both', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), fc.nat(2000), (first, second, third) => {
      const merged = new DistinctCount(counted(0, first + second).bytes);
      merged.merge(counted(first, first + second + third).bytes);
      expect(merged.estimate).toBe(counted(0, first + second + third).estimate);
    }),
    { numRuns: 20 },
  );
});
