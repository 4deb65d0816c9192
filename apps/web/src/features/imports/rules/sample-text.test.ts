import { expect, it } from 'vitest';
import { hasDay, sampleText } from './sample-text.ts';

it('shows dates as dates', () => {
  expect(sampleText('46351', 'date')).toBe('25/11/2026');
  expect(sampleText('46351.375', 'windowFrom')).toBe('25/11/2026 09:00');
  expect(sampleText('0.75', 'windowTo')).toBe('18:00');
  expect(sampleText('2026-11-25', undefined)).toBe('25/11/2026');
  expect(sampleText('2026-11-25 09:00:00', 'note')).toBe('25/11/2026 09:00');
});

it('shows numbers of other columns as they are', () => {
  expect(sampleText('46351', 'clientReference')).toBe('46351');
  expect(sampleText('0.75', 'weight')).toBe('0.75');
  expect(sampleText('24/11/2026', 'date')).toBe('24/11/2026');
});

it('recognises values with a day', () => {
  expect(['25/11/2026 09:00', '5-1-26', '2026-11-25T09:00Z'].every(hasDay)).toBe(true);
  expect(['09:00', '9 a 13', 'Av. Uno 25'].some(hasDay)).toBe(false);
});
