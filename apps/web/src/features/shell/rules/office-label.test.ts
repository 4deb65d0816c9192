import { expect, it } from 'vitest';
import { officeLabel } from './office-label.ts';

it('names an office once', () => {
  expect(officeLabel('Lima')).toBe('Oficina Lima');
  expect(officeLabel('Oficina Lima')).toBe('Oficina Lima');
  expect(officeLabel('Sede Norte')).toBe('Sede Norte');
  expect(officeLabel('Sedemar')).toBe('Oficina Sedemar');
});
