import { describe, expect, it } from 'vitest';
import { untilAnswerTime, wait } from './answer-time.ts';

describe('untilAnswerTime', () => {
  it.each([
    [0, 1000],
    [1, 999],
    [180, 820],
    [999, 1],
    [1000, 1000],
    [2345, 655],
    [-5, 1000],
  ])('G19: a login that took %i ms waits another %i', (elapsed, expected) => {
    expect(untilAnswerTime(elapsed)).toBe(expected);
  });
});

describe('wait', () => {
  it('ends as soon as its signal fires, and never rejects', async () => {
    const gone = new AbortController();
    const over = wait(3_600_000, gone.signal);
    gone.abort();
    await expect(over).resolves.toBeUndefined();
    await expect(wait(3_600_000, AbortSignal.abort())).resolves.toBeUndefined();
  });
});
