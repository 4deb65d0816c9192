import { expect, it } from 'vitest';
import { lineCount, linesText } from './lines-text.ts';

it.each([
  [[7], '7'],
  [[2, 3, 4], '2–4'],
  [[2, 4], '2 y 4'],
  [[2, 3, 4, 7, 9, 10], '2–4, 7 y 9–10'],
])('formats %j as «%s»', (lines, text) => {
  expect(linesText(lines)).toBe(text);
});

it('formats the number of lines', () => {
  expect([1, 14, 1200].map(lineCount)).toEqual(['1 línea', '14 líneas', '1,200 líneas']);
});
