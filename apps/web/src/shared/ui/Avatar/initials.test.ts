import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Ana Torres Huamán', 'AT'],
  ['Julia Ñahui', 'JÑ'],
  ['ángel', 'Á'],
  ['rosa.mamani', 'RM'],
  ['  Iván   Cáceres ', 'IC'],
  ['(sin nombre) Vega', 'NV'],
  ['', ''],
])('%j has the initials %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
