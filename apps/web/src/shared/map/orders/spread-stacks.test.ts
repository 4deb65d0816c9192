import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadStacks } from './spread-stacks.ts';

const stackOf = (count: number) => Array.from({ length: count }, (_, item) => ({ x: 100, y: 50, item }));

/** The smallest distance between two spots. */
function closest(spots: readonly { x: number; y: number }[]): number {
  const gaps = spots.flatMap((one, index) =>
    spots.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.min(Infinity, ...gaps);
}

describe('spreadStacks', () => {
  it('separates spots at one place', () => {
    for (const count of [2, 3, 12, 40]) expect(closest(spreadStacks(stackOf(count), []))).toBeGreaterThan(9);
  });

  it('moves spots around the counted rest of their stack', () => {
    const rest = { x: 100, y: 50, radius: 16 };
    for (const { x, y } of spreadStacks(stackOf(5), [rest])) expect(Math.hypot(x - 100, y - 50)).toBeGreaterThan(20);
  });

  it('leaves other spots where they are, and loses none', () => {
    const alone = [
      { x: 0, y: 0, item: 'a' },
      { x: 40, y: 0, item: 'b' },
    ];
    expect(spreadStacks(alone, [{ x: 20, y: 0, radius: 16 }])).toEqual(alone);
    fc.assert(
      fc.property(fc.nat(60), (count) => {
        const items = spreadStacks(stackOf(count), []).map(({ item }) => item);
        expect(items).toEqual(stackOf(count).map(({ item }) => item));
      }),
    );
  });
});
