import { expect, it } from 'vitest';
import { readTime } from './time-text.ts';

it.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['09:30', '09:30'],
  ['9.30 pm', '21:30'],
  ['12 a. m.', '00:00'],
  ['12:15p', '12:15'],
  ['21h', '21:00'],
])('reads «%s» as %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

it.each(['', '24', '9:60', '13 pm', '0 am', 'nueve', '9:3', '93000'])('rejects «%s»', (text) => {
  expect(readTime(text)).toBeUndefined();
});
