import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packPeriods, packTrail, unpackPeriods, unpackTrail } from './packed-trail.ts';

/** A coordinate of five decimals, as trails have them. */
const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((steps) => steps / 1e5);

it('unpacks what was packed', () => {
  const point = fc.record({ at: fc.integer({ min: 0, max: 2 ** 32 }), lat: degrees(90), lng: degrees(180) });
  fc.assert(
    fc.property(fc.array(point), (points) => {
      expect(unpackTrail(packTrail(points))).toEqual(points);
    }),
  );
});

it('packs periods as differences, and unpacks them', () => {
  const periods = [
    { from: 1_764_000_000, to: 1_764_000_400 },
    { from: 1_764_000_900, to: 1_764_003_000 },
  ];
  expect(packPeriods(periods)).toEqual([1_764_000_000, 400, 500, 2100]);
  expect(unpackPeriods(packPeriods(periods))).toEqual(periods);
  expect(unpackPeriods([])).toEqual([]);
});
