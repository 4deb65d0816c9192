import { expect, it } from 'vitest';
import { activityOf, statusAt } from './activity.ts';
import { type Track } from './track.ts';

const SPAN = { from: 0, to: 9600 };
const track: Track = {
  id: '7',
  name: 'Pedro Ríos',
  work: { from: 100, to: 9000 },
  points: [{ at: 100, lat: -12, lng: -77 }],
  gaps: [{ from: 5000, to: 6000 }],
  stops: 1,
  visits: { delivered: [150, 160, 4000], failed: [4500] },
};

it('counts the visits of each part of the day', () => {
  const bars = activityOf(
    [track, { ...track, visits: null }, { ...track, visits: { delivered: [9600], failed: [] } }],
    SPAN,
  );
  expect(bars).toHaveLength(96);
  expect([bars[1], bars[40], bars[45], bars[95]]).toEqual([
    { delivered: 2, failed: 0 },
    { delivered: 1, failed: 0 },
    { delivered: 0, failed: 1 },
    { delivered: 1, failed: 0 },
  ]);
});

it.each([
  [50, 'sale a las 100', false],
  [155, '1 entregada', false],
  [4600, '3 entregadas · 1 no entregada', false],
  [5500, 'sin señal desde las 5000', true],
  [9500, 'cerró a las 9000', false],
])('says at %s what a courier did', (at, text, isSilent) => {
  expect(statusAt(track, at, String)).toEqual({ text, isSilent });
});

it('omits orders for people who may not see them', () => {
  expect(statusAt({ ...track, visits: null }, 200, String).text).toBe('en ruta');
});
