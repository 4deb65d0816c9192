import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { panned, pinAt, tilesIn, toPixels, viewOf, zoomedAt } from './map-view.ts';

const SIZE = { width: 360, height: 480 };
const LIMA = { lat: -12.05, lng: -77.04 };

const point = fc.record({
  lat: fc.double({ min: -18, max: 0, noNaN: true }),
  lng: fc.double({ min: -81, max: -69, noNaN: true }),
});

describe('viewOf', () => {
  it('shows all points with space around them', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const view = viewOf(points, SIZE);
        if (!view) throw new Error('no view');
        // Points farther apart than a region do not fit above the smallest zoom.
        if (view.zoom <= 9) return;
        for (const each of points) {
          const { x, y } = toPixels(each, view, SIZE);
          expect(Math.min(x, y, SIZE.width - x, SIZE.height - y)).toBeGreaterThanOrEqual(47.99);
        }
      }),
    );
  });

  it('shows one point in the middle, and nothing without points', () => {
    const view = viewOf([LIMA], SIZE);
    if (!view) throw new Error('no view');
    expect(view.zoom).toBe(16);
    expect(toPixels(LIMA, view, SIZE)).toEqual({ x: 180, y: 240 });
    expect(viewOf([], SIZE)).toBeUndefined();
  });
});

describe('moving', () => {
  const view = viewOf([LIMA], SIZE) ?? { x: 0, y: 0, zoom: 0 };

  it('moves the content with the finger', () => {
    const { x, y } = toPixels(LIMA, panned(view, { x: 30, y: -50 }), SIZE);
    expect([x, y]).toEqual([expect.closeTo(210, 6), expect.closeTo(190, 6)]);
  });

  it('keeps what is under the fingers in its place while zooming', () => {
    const at = { x: 70, y: 400 };
    const [offX, offY] = [at.x - 180, at.y - 240];
    for (const zoom of [12, 15.3, 18, 40]) {
      const next = zoomedAt(view, zoom, at, SIZE);
      const back = zoomedAt(next, view.zoom, at, SIZE);
      expect(next.zoom).toBe(Math.min(19, zoom));
      expect([back.x, back.y]).toEqual([expect.closeTo(view.x, 12), expect.closeTo(view.y, 12)]);
      const before = panned(view, { x: -offX, y: -offY });
      const after = panned(next, { x: -offX, y: -offY });
      expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 10), expect.closeTo(before.y, 10)]);
    }
  });
});

describe('pinAt', () => {
  const pins = [
    { x: 100, y: 100 },
    { x: 120, y: 100 },
    { x: 120, y: 100 },
  ];

  it.each([
    [{ x: 101, y: 104 }, 0],
    [{ x: 112, y: 100 }, 1],
    [{ x: 147, y: 100 }, 1],
    [{ x: 149, y: 100 }, undefined],
    [{ x: 100, y: 70 }, undefined],
  ])('finds at %j the pin %s', (tap, index) => {
    expect(pinAt(pins, tap)).toBe(index);
  });
});

describe('tilesIn', () => {
  it('lists the tiles of the view, the middle first, and none if its zoom is far from the tiles’', () => {
    const view = { x: 0.5, y: 0.5, zoom: 4 };
    expect(tilesIn(view, { width: 200, height: 100 }, 4, 256).map(({ x, y }) => `${x} ${y}`)).toEqual([
      '7 7',
      '8 7',
      '7 8',
      '8 8',
    ]);
    expect(tilesIn({ ...view, x: 0.53 }, { width: 100, height: 100 }, 4, 256)[0]).toEqual({ z: 4, x: 8, y: 7 });
    expect(tilesIn(view, SIZE, 9, 256)).toEqual([]);
  });
});
