import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outlineTrail } from './outline-trail.ts';

const SECOND = 1000;

const trails = fc.array(
  fc.record({
    seconds: fc.integer({ min: 1, max: 600 }),
    north: fc.integer({ min: -99, max: 99 }),
    east: fc.integer({ min: -99, max: 99 }),
  }),
);

it('keeps the first, the last and at most as many points as asked for, in their order', () => {
  fc.assert(
    fc.property(trails, fc.integer({ min: 2, max: 20 }), (steps, most) => {
      let place = { at: 0, lat: -12, lng: -77 };
      const points = steps.map(({ seconds, north, east }) => {
        place = { at: place.at + seconds * SECOND, lat: place.lat + north / 1e4, lng: place.lng + east / 1e4 };
        return place;
      });
      const kept = outlineTrail(points, most);
      expect(kept.length).toBeLessThanOrEqual(most);
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
      expect(points.filter((point) => kept.includes(point))).toEqual(kept);
      if (points.length <= most) expect(kept).toEqual(points);
    }),
  );
});

it('keeps the turns and the ends of a stop', () => {
  /** North for ten minutes, ten minutes at a place, then east. */
  const points = Array.from({ length: 31 }, (_, minute) => ({
    at: minute * 60 * SECOND,
    lat: -12 + Math.min(minute, 10) / 1000,
    lng: -77 + Math.max(0, minute - 20) / 1000,
  }));
  expect(outlineTrail(points, 4).map(({ at }) => at / 60 / SECOND)).toEqual([0, 10, 20, 30]);
  // A straight drive needs no more points.
  expect(outlineTrail(points, 10)).toHaveLength(4);
});
