import { expect, it } from 'vitest';
import { promiseText, shortSince, shortWhen } from './line-times.ts';

/** 10:00 in Lima. */
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const READER = { timeZone: 'America/Lima', now: NOW };
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();

it('shows the date of a time that is not of today', () => {
  expect([at(-60), at(-24 * 60), at(24 * 60)].map((iso) => shortWhen(iso, READER))).toEqual([
    '09:00',
    'ayer 10:00',
    'mañana 10:00',
  ]);
});

it('shows only the day of a cause that is older', () => {
  expect([at(-60), at(-24 * 60), at(-3 * 24 * 60)].map((iso) => shortSince(iso, READER))).toEqual([
    '09:00',
    'ayer',
    '17 nov',
  ]);
});

it('names the promised hour, or the day', () => {
  expect(promiseText(at(4 * 60), READER)).toBe('antes de 14:00');
  expect(promiseText('2026-11-21T05:00:00.000Z', READER)).toBe('durante el día');
});
