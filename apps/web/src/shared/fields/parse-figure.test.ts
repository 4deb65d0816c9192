import { expect, it } from 'vitest';
import { parseFigure } from './parse-figure.ts';

it.each([
  ['45.90', 2, 4590],
  ['S/ 1,234.5', 2, 123_450],
  ['S/. 8', 2, 800],
  ['0.29', 2, 29],
  ['1000', 2, 100_000],
  ['1,234,567.89', 2, 123_456_789],
  ['5.', 2, 500],
  ['1.005', 3, 1005],
  [' 12 ', 0, 12],
])('parses «%s» with %d decimals', (typed, places, units) => {
  expect(parseFigure(typed, places)).toBe(units);
});

it.each(['', '45,90', '12.345', '-3', '1,23', 'mucho', '1e3', '1'.repeat(10), 'S/'])('rejects «%s»', (typed) => {
  expect(parseFigure(typed, 2)).toBeNaN();
});

it('rejects decimals where none are allowed', () => {
  expect(parseFigure('1.5', 0)).toBeNaN();
});
