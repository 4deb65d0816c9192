import { expect, it } from 'vitest';
import { advance, instantIn, playedSpan } from './playback.ts';
import { type Track } from './track.ts';

const NOON = Date.UTC(2026, 10, 25, 17) / 1000;
const HOUR = 3600;
const track = (from: number, to: number | null): Track => ({
  id: '7',
  name: 'Pedro Ríos',
  work: { from, to },
  points: [],
  gaps: [],
  stops: 0,
  visits: null,
});

it('plays at the chosen speed, and stops at the end', () => {
  expect(advance(NOON, 1000, 1, NOON + HOUR)).toBe(NOON + 1);
  expect(advance(NOON, 500, 60, NOON + HOUR)).toBe(NOON + 30);
  expect(advance(NOON, 120_000, 60, NOON + HOUR)).toBe(NOON + HOUR);
});

it('spans from the first start to the last end, in whole minutes', () => {
  expect(playedSpan([], NOON)).toBeUndefined();
  expect(playedSpan([track(NOON + 61, NOON + HOUR), track(NOON + 300, NOON + 2 * HOUR + 59)], NOON + 9 * HOUR)).toEqual(
    {
      from: NOON + 60,
      to: NOON + 2 * HOUR,
    },
  );
  // An open day ends now, even if it began yesterday.
  expect(playedSpan([track(NOON, null)], NOON + HOUR + 30)).toEqual({ from: NOON, to: NOON + HOUR });
  expect(playedSpan([track(NOON + 10, null)], NOON + 20)).toEqual({ from: NOON, to: NOON + 60 });
});

it.each([
  ['12:00', 0],
  ['14:05', 2 * HOUR + 300],
  ['23:00', 11 * HOUR],
  // After midnight the working day continues.
  ['01:00', 13 * HOUR],
  ['03:00', 13 * HOUR],
  ['11:30', 0],
])('finds %s within the day, or the nearer end', (time, seconds) => {
  expect(instantIn({ from: NOON, to: NOON + 13 * HOUR }, time, '12:00')).toBe(NOON + seconds);
});
