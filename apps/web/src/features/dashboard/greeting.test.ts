import { expect, it } from 'vitest';
import { firstName, greeting } from './greeting.ts';

it.each([
  [0, 'Buenas noches'],
  [4, 'Buenas noches'],
  [5, 'Buenos días'],
  [11, 'Buenos días'],
  [12, 'Buenas tardes'],
  [18, 'Buenas tardes'],
  [19, 'Buenas noches'],
])('at %d it says «%s»', (hour, words) => {
  expect(greeting(hour)).toBe(words);
});

it('calls a person by the first name', () => {
  expect(firstName(' Ana  Torres')).toBe('Ana');
  expect(firstName('')).toBe('');
});
