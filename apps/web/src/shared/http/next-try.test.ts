import { describe, expect, it } from 'vitest';
import { backoff } from './next-try.ts';

describe('backoff', () => {
  it('doubles up to half a minute and stays there', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100, 5000].map((failures) => backoff(failures, () => 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('spreads browsers over the second half of the wait', () => {
    expect(backoff(5, () => 0)).toBe(15_000);
    expect(backoff(0, () => 0)).toBe(500);
  });
});
