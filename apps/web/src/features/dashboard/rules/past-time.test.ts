import { expect, it } from 'vitest';
import { firstPastTime, pastMinute, shiftTime, stepTime } from './past-time.ts';

const LIMA = 'America/Lima';
/** 14:20 in Lima. */
const NOW = Date.parse('2026-11-25T19:20:30Z');
const CLOCK = { timeZone: LIMA, now: NOW };

it('returns the minute of a time of the working day, after midnight on the next date', () => {
  expect(pastMinute('14:05', '2026-11-25', CLOCK)).toBe('2026-11-25T14:05');
  expect(pastMinute('02:00', '2026-11-24', CLOCK)).toBe('2026-11-25T02:00');
});

it.each([null, '', '9:30', '24:00', '14:21', '23:00', '02:00'])(
  'ignores %j, which is not a past time of today',
  (time) => {
    expect(pastMinute(time, '2026-11-25', CLOCK)).toBe(undefined);
  },
);

it('steps across midnight', () => {
  expect([shiftTime('23:50', 15), shiftTime('00:05', -15), shiftTime('14:05', 15)]).toEqual([
    '00:05',
    '23:50',
    '14:20',
  ]);
});

it('steps only within the working day, which turns at 05:00', () => {
  const step = (time: string, minutes: number) => stepTime('2026-11-24', time, minutes);
  expect([step('05:00', -15), step('04:45', 15)]).toEqual([undefined, undefined]);
  expect([step('05:00', 15), step('04:45', -15), step('23:50', 15), step('00:05', -15)]).toEqual([
    '05:15',
    '04:30',
    '00:05',
    '23:50',
  ]);
});

it('begins at the last full quarter of an hour, on other days at noon', () => {
  expect(firstPastTime(true, LIMA, NOW)).toBe('14:15');
  expect(firstPastTime(true, LIMA, Date.parse('2026-11-25T19:15:00Z'))).toBe('14:00');
  // 05:00: the quarter before is of the last day.
  expect(firstPastTime(true, LIMA, Date.parse('2026-11-25T10:00:00Z'))).toBe('05:00');
  expect(firstPastTime(false, LIMA, NOW)).toBe('12:00');
});
