import { expect, it } from 'vitest';
import { isTomorrow, nextAt, snoozeChoices } from './snooze-times.ts';

/** 22:40 in Lima. */
const READER = { timeZone: 'America/Lima', now: Date.parse('2026-11-21T03:40:00.000Z') };

it('offers durations with their end times', () => {
  expect(snoozeChoices(READER)[1]).toEqual({
    label: '30 minutos, hasta las 23:10',
    until: '2026-11-21T04:10:00.000Z',
  });
});

it.each([
  ['22:41', '2026-11-21T03:41:00.000Z', false],
  ['23:59', '2026-11-21T04:59:00.000Z', false],
  ['08:05', '2026-11-21T13:05:00.000Z', true],
  // Already past today.
  ['22:40', '2026-11-22T03:40:00.000Z', true],
])('reads %s as the next time of the office', (time, iso, tomorrow) => {
  const until = nextAt(time, READER);
  expect([until, isTomorrow(until ?? '', READER)]).toEqual([iso, tomorrow]);
});

it('rejects other texts', () => {
  expect(['', '8:05', '25:00', 'luego'].map((text) => nextAt(text, READER))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
