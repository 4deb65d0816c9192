import { expect, it } from 'vitest';
import { phoneLinks } from './phone-links.ts';

it.each([
  ['+51 987 654 321', 'tel:+51987654321', 'https://wa.me/51987654321'],
  ['987-654-321', 'tel:987654321', 'https://wa.me/51987654321'],
  ['51987654321', 'tel:51987654321', 'https://wa.me/51987654321'],
  ['+56 9 1234 5678', 'tel:+56912345678', 'https://wa.me/56912345678'],
  ['0056912345678', 'tel:0056912345678', 'https://wa.me/56912345678'],
  ['(01) 442-1234', 'tel:014421234', null],
  ['+51 1 4421234', 'tel:+5114421234', null],
])('%s links to %s and %s', (text, tel, whatsApp) => {
  expect(phoneLinks(text)).toEqual({ tel, whatsApp });
});

it('a remark without a number has no links', () => {
  expect(phoneLinks('anexo 12')).toBeNull();
  expect(phoneLinks('')).toBeNull();
});
