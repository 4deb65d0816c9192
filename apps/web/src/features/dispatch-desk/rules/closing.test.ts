import { expect, it } from 'vitest';
import { closingLabel } from './closing.ts';

it.each([
  ['entregada', 1, 'Marcar como entregada'],
  ['entregada', 3, 'Marcar 3 como entregadas'],
  ['no_entregada', 1000, 'Marcar 1,000 como no entregadas'],
] as const)('labels the closing of %s × %i', (to, count, label) => {
  expect(closingLabel(to, count)).toBe(label);
});
