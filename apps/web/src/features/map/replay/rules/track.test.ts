import { expect, it } from 'vitest';
import { indexAt, partsOf, sightAt, type Track } from './track.ts';

/** North for ten minutes, silent for ten, then on from 300 m further. */
const track: Pick<Track, 'work' | 'points' | 'gaps'> = {
  work: { from: 0, to: 3000 },
  points: [
    { at: 60, lat: -12.1, lng: -77 },
    { at: 600, lat: -12, lng: -77 },
    { at: 1200, lat: -11.997, lng: -77 },
    { at: 1800, lat: -11.997, lng: -77 },
  ],
  gaps: [{ from: 600, to: 1200 }],
};

it.each([
  [-1, undefined],
  [59, undefined],
  [60, { lat: -12.1, heading: 0, silentSince: undefined }],
  [330, { lat: -12.05, heading: 0, silentSince: undefined }],
  [900, { lat: -12, heading: null, silentSince: 600 }],
  [1500, { lat: -11.997, heading: null, silentSince: undefined }],
  [2900, { lat: -11.997, heading: null, silentSince: undefined }],
  [3001, undefined],
])('shows where a courier was at %s s: along the trail, or at the last place in a gap', (at, sight) => {
  const seen = sightAt(track, at);
  expect(seen && { ...seen, lng: undefined }).toEqual(
    sight && { ...sight, lng: undefined, lat: expect.closeTo(sight.lat) as number },
  );
});

it('finds the last point up to a time', () => {
  expect([0, 60, 61, 600, 9999].map((at) => indexAt(track.points, at))).toEqual([-1, 0, 0, 1, 3]);
  expect(indexAt([], 5)).toBe(-1);
});

it('divides a trail at its gaps', () => {
  const { known, unknown } = partsOf(track);
  expect(known.map((part) => part.map(({ at }) => at))).toEqual([
    [60, 600],
    [1200, 1800],
  ]);
  expect(unknown.map((ends) => ends.map(({ at }) => at))).toEqual([[600, 1200]]);
});
