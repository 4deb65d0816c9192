import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AS_DRAWN, fitInk, toCanvas, toSheet } from './fit-ink.ts';

const LANDSCAPE = { width: 480, height: 150 };
const PORTRAIT = { width: 240, height: 430 };

const ink = fc.array(fc.record({ x: fc.integer({ min: 6, max: 474 }), y: fc.integer({ min: 6, max: 144 }) }), {
  minLength: 1,
  maxLength: 20,
});

it('keeps all ink on the canvas however the phone is turned, and restores it when it is turned back', () => {
  fc.assert(
    fc.property(ink, (points) => {
      expect(fitInk(points, LANDSCAPE)).toEqual(AS_DRAWN);
      const turned = fitInk(points, PORTRAIT);
      for (const { x, y } of points.map((point) => toCanvas(point, turned))) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(PORTRAIT.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(PORTRAIT.height);
      }
      const sheet = points.map((point) => toSheet(toCanvas(point, turned), turned));
      for (const [index, { x, y }] of sheet.entries()) {
        expect(x).toBeCloseTo(points[index]?.x ?? -1, 6);
        expect(y).toBeCloseTo(points[index]?.y ?? -1, 6);
      }
    }),
  );
});

it('reduces both directions equally', () => {
  const { scale } = fitInk(
    [
      { x: 10, y: 20 },
      { x: 466, y: 130 },
    ],
    PORTRAIT,
  );
  expect(scale).toBeCloseTo(0.5);
});
