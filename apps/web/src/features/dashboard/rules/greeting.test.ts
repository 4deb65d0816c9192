import { expect, it } from 'vitest';
import { momentIn, firstName, greeting } from './greeting.ts';

it.each([
  [0, 'Buenas noches'],
  [4, 'Buenas noches'],
  [5, 'Buenos días'],
  [11, 'Buenos días'],
  [12, 'Buenas tardes'],
  [18, 'Buenas tardes'],
  [19, 'Buenas noches'],
])('at %d the greeting is «%s»', (hour, words) => {
  expect(greeting(hour)).toBe(words);
});

it('uses the first name', () => {
  expect(firstName(' Ana  Torres')).toBe('Ana');
  expect(firstName('')).toBe('');
});

it.each([
  ['America/Lima', 21, 'viernes, 20 de noviembre'],
  ['Europe/Madrid', 3, 'sábado, 21 de noviembre'],
])('returns the hour and date of an office in %s', (timeZone, hour, date) => {
  expect(momentIn(timeZone, new Date('2026-11-21T02:30:00Z'))).toEqual({ hour, date });
});
