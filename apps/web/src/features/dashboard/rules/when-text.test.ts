import { expect, it } from 'vitest';
import { whenText } from './when-text.ts';

it.each([
  ['America/Lima', '22:42:08', '2026-11-20'],
  ['Europe/Madrid', '04:42:08', '2026-11-21'],
  ['UTC', '03:42:08', '2026-11-21'],
])('formats the time in %s', (zone, time, today) => {
  expect(whenText('2026-11-21T03:42:08.500Z', zone, today)).toBe(time);
});

it('shows only the time for today and adds the date for other days', () => {
  const at = '2026-11-21T03:10:05.000Z';
  expect(whenText(at, 'America/Lima', '2026-11-20')).toBe('22:10:05');
  expect(whenText(at, 'America/Lima', '2026-11-21')).toBe('20 nov 22:10:05');
});
