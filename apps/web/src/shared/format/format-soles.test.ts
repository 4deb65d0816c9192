import { expect, it } from 'vitest';
import { formatSoles } from './format-soles.ts';
import { formatWeight } from './format-weight.ts';

it('formats céntimos as soles with two decimals', () => {
  expect(formatSoles(123450)).toBe('S/ 1,234.50');
  expect(formatSoles(5)).toBe('S/ 0.05');
});

it('formats weights in the usual unit', () => {
  expect(formatWeight(850)).toBe('850 g');
  expect(formatWeight(1000)).toBe('1 kg');
  expect(formatWeight(12_540)).toBe('12.5 kg');
});
