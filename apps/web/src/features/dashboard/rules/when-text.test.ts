import { expect, it } from 'vitest';
import { whenText } from './when-text.ts';

it('tells the time alone of today, and the day of any other', () => {
  const at = '2026-11-21T03:10:05.000Z';
  expect(whenText(at, 'America/Lima', '2026-11-20')).toBe('22:10:05');
  expect(whenText(at, 'America/Lima', '2026-11-21')).toBe('20 nov 22:10:05');
});
