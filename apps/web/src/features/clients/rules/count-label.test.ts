import { expect, it } from 'vitest';
import { countLabel } from './count-label.ts';

it.each([
  [1, 1, '1 cliente'],
  [20_000, 20_000, '20,000 clientes'],
  [12, 1234, '12 de 1,234 clientes'],
  [0, 3, '0 de 3 clientes'],
])('with %d of %d clients, returns «%s»', (shown, total, expected) => {
  expect(countLabel(shown, total)).toBe(expected);
});
