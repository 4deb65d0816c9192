import { expect, it } from 'vitest';
import { officeDay } from './working-day.ts';

const MINUTE = 60_000;

it.each([
  // 24 hours, and what differs from the calendar.
  ['America/Lima', '05:00', '2026-11-21T04:59:00Z', '2026-11-20'],
  ['America/Lima', '05:00', '2026-11-21T09:59:59Z', '2026-11-20'],
  ['America/Lima', '05:00', '2026-11-21T10:00:00Z', '2026-11-21'],
  ['America/Lima', '00:00', '2026-11-21T05:00:00Z', '2026-11-21'],
])('in %s, turning at %s, %s belongs to %s', (timeZone, dayTurnsAt, instant, day) => {
  expect(officeDay(new Date(instant), { timeZone, dayTurnsAt })).toBe(day);
});

/** Clocks change on these days: back and forward, at the turn of the day, around it and over midnight. */
it.each([
  ['America/Santiago', '00:30', '2026-04-05'],
  ['America/Santiago', '00:30', '2026-09-06'],
  ['America/Santiago', '05:00', '2026-09-06'],
  ['Europe/Madrid', '02:30', '2026-10-25'],
  ['Europe/Madrid', '02:30', '2026-03-29'],
  ['Europe/Madrid', '05:00', '2026-10-25'],
])('days of 23 and 25 hours turn once in %s at %s around %s', (timeZone, dayTurnsAt, date) => {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const days: string[] = [];
  for (let minutes = -36 * 60; minutes <= 24 * 60; minutes += 5)
    days.push(officeDay(new Date(noon + minutes * MINUTE), { timeZone, dayTurnsAt }));
  expect(days).toEqual(days.toSorted());
  expect(new Set(days).size).toBeGreaterThan(1);
  const lengths = [...new Set(days)].map((day) => days.filter((each) => each === day).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual((25 * 60) / 5);
});
