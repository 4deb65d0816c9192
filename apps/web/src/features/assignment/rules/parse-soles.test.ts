import { expect, it } from 'vitest';
import { parseSoles } from './parse-soles.ts';

it.each([
  ['45.90', 4590],
  ['S/ 1,234.5', 123_450],
  ['0.29', 29],
  ['1000', 100_000],
])('reads «%s»', (typed, centimos) => {
  expect(parseSoles(typed)).toBe(centimos);
});

it.each(['', '45,90', '12.345', '-3', '1,23', 'mucho', '1e3'])('does not take «%s» for a sum', (typed) => {
  expect(parseSoles(typed)).toBeNull();
});
