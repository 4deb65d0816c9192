import { describe, expect, it } from 'vitest';
import { untilAnswerTime } from './answer-time.ts';

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
