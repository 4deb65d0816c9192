import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipRing } from './basemap-clip.ts';
import { simplify } from './basemap-simplify.ts';

const box = { west: 0, south: 0, east: 10, north: 10 };
const point = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));

it('cuts a ring at the edge of the box', () => {
  expect(
    clipRing(
      [
        [5, 5],
        [15, 5],
        [15, 15],
        [5, 15],
        [5, 5],
      ],
      box,
    ),
  ).toEqual([
    [5, 10],
    [5, 5],
    [10, 5],
    [10, 10],
  ]);
  expect(
    clipRing(
      [
        [20, 20],
        [21, 20],
        [21, 21],
      ],
      box,
    ),
  ).toEqual([]);
});

it('drops a ring outside the box and keeps one inside', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 3 }), (ring) => {
      for (const [x = 0, y = 0] of clipRing(ring, box)) {
        expect(x).toBeGreaterThanOrEqual(-1e-9);
        expect(x).toBeLessThanOrEqual(10 + 1e-9);
        expect(y).toBeGreaterThanOrEqual(-1e-9);
        expect(y).toBeLessThanOrEqual(10 + 1e-9);
      }
    }),
  );
  expect(
    clipRing(
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
      box,
    ),
  ).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

it('simplifying keeps both ends and stays within the tolerance', () => {
  expect(
    simplify(
      [
        [0, 0],
        [5, 0.1],
        [10, 0],
      ],
      0.2,
    ),
  ).toEqual([
    [0, 0],
    [10, 0],
  ]);
  expect(
    simplify(
      [
        [0, 0],
        [5, 0.3],
        [10, 0],
      ],
      0.2,
    ),
  ).toEqual([
    [0, 0],
    [5, 0.3],
    [10, 0],
  ]);
  fc.assert(
    fc.property(fc.array(point, { minLength: 2 }), (line) => {
      const short = simplify(line, 1);
      expect([short[0], short.at(-1)]).toEqual([line[0], line.at(-1)]);
      for (const kept of short) expect(line).toContainEqual(kept);
    }),
  );
});
