import { expect, it } from 'vitest';
import { officeLabel } from './office-label.ts';

it('adds «Oficina» only to names that lack such a word', () => {
  expect(officeLabel('Lima')).toBe('Oficina: Lima');
  expect(officeLabel('Oficina Lima')).toBe('Oficina Lima');
  expect(officeLabel('Sede Norte')).toBe('Sede Norte');
  expect(officeLabel('Sedemar')).toBe('Oficina: Sedemar');
});
