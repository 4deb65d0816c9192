import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it.each([
  ['+51 987654321', '+51 987 654 321'],
  ['+51987654321', '+51 987 654 321'],
  ['51 987-654-321', '+51 987 654 321'],
  ['987654321', '987 654 321'],
  ['987 654 321', '987 654 321'],
  [' 987654321 ', '987 654 321'],
  ['519876543', '519876543'],
  ['(01) 442-1234', '(01) 442-1234'],
  ['+56 9 1234 5678', '+56 9 1234 5678'],
  ['987654321 anexo 2', '987654321 anexo 2'],
])('formats %s as %s', (written, read) => {
  expect(formatPhone(written).replaceAll('\u00a0', ' ')).toBe(read);
});

it('does not break across lines', () => {
  expect(formatPhone('+51 987654321')).not.toContain(' ');
  expect(formatPhone('(01) 442 1234')).not.toContain(' ');
});
