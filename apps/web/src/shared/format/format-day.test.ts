import { expect, it } from 'vitest';
import { dayAfter, dayIn, formatDay, formatDayMove } from './format-day.ts';

it('returns the date in a time zone', () => {
  const instant = Date.parse('2026-11-21T03:30:00Z');
  expect(dayIn('America/Lima', instant)).toBe('2026-11-20');
  expect(dayIn('Asia/Tokyo', instant)).toBe('2026-11-21');
});

it('adds days across months and years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});

it('shows the year only if it is not the current one', () => {
  expect(formatDay('2026-11-09', '2026-11-20')).toBe('9 nov');
  expect(formatDay('2025-11-09', '2026-11-20')).toBe('9 nov 2025');
});

it.each([
  ['2026-11-22', '2026-11-24', 'del 22 al 24 nov'],
  ['2026-11-30', '2026-12-02', 'del 30 nov al 2 dic'],
  ['2026-12-30', '2027-01-02', 'del 30 dic al 2 ene 2027'],
])('shows a move from %s to %s in few words', (from, to, text) => {
  expect(formatDayMove(from, to, '2026-11-20')).toBe(text);
});
