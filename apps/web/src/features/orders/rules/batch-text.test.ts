import { expect, it } from 'vitest';
import { batchText } from './batch-text.ts';

const at = (createdAt: string) => ({ createdAt });
const imported = at('2026-11-22T19:05:00.000Z');
const text = (orders: Parameters<typeof batchText>[0], today = '2026-11-23') =>
  batchText(orders, 'America/Lima', today);

it('names the time of an import in the office', () => {
  expect(text([imported, imported])).toBe('Importadas el 22 nov, 14:05');
  expect(text([imported])).toBe('Importada el 22 nov, 14:05');
  expect(text([imported, imported], '2027-01-02')).toBe('Importadas el 22 nov 2026, 14:05');
});

it('names no time without orders or for orders of several times', () => {
  expect(text([])).toBe('De una misma importación');
  expect(text([imported, at('2026-11-22T19:05:01.000Z')])).toBe('De una misma importación');
});
