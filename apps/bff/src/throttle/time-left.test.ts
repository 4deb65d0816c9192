import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it.each([
  [250_000, '4 min 10 s'],
  [249_001, '4 min 10 s'],
  [60_000, '1 min'],
  [59_999, '1 min'],
  [45_000, '45 s'],
  [1, '1 s'],
  [0, '1 s'],
])('formats %i ms as «%s»', (milliseconds, text) => {
  expect(timeLeft(milliseconds)).toBe(text);
});
