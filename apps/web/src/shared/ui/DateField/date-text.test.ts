import { expect, it } from 'vitest';
import { dateText, readDate } from './date-text.ts';

const TODAY = '2026-11-23';

it.each([
  ['24/11/2026', '2026-11-24'],
  [' 4-1-27 ', '2027-01-04'],
  ['2026-11-24', '2026-11-24'],
  ['29/2/2028', '2028-02-29'],
  // Without a year: the nearest.
  ['24/11', '2026-11-24'],
  ['2/1', '2027-01-02'],
  ['30/9', '2026-09-30'],
])('reads «%s» as %s', (text, day) => {
  expect(readDate(text, TODAY)).toBe(day);
});

it.each(['', '24', '31/2/2026', '29/2', '13/13/2026', '2026-02-30', 'mañana', '1/1/202'])('rejects «%s»', (text) => {
  expect(readDate(text, TODAY)).toBeUndefined();
});

it('shows a date as it is written in Peru, and other text as typed', () => {
  expect([dateText('2026-11-04'), dateText('4/1')]).toEqual(['04/11/2026', '4/1']);
});
