import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCouriers } from './draw-couriers.ts';
import { type Target } from './draw-scene.ts';
import { type CourierMark } from './map-scene.ts';
import { type MarkColors } from './mark-colors.ts';

const courier = (id: string, x: number, y: number, silence?: string): CourierMark => ({
  id,
  name: id,
  initials: id,
  lat: y,
  lng: x,
  heading: null,
  age: 0,
  silence,
  text: id,
});

/** Degrees of a pixel at the zoom of the tests. */
const PIXEL = 360 / (256 * 2 ** 11);

/** Draws couriers, whose places are in pixels. @returns the drawn marks, and the boxes of the labels. */
function draw(couriers: readonly CourierMark[], taken: readonly Target[] = [], chosen?: CourierMark) {
  const labels: { x: number; y: number; width: number; height: number }[] = [];
  const own: Record<string, unknown> = {
    measureText: () => ({ width: 40 }),
    roundRect: (x: number, y: number, width: number, height: number) => labels.push({ x, y, width, height }),
  };
  const context = new Proxy({}, { get: (_, name) => own[String(name)] ?? (() => undefined), set: () => true });
  const inDegrees = couriers.map((each) => ({ ...each, lat: each.lat * PIXEL, lng: each.lng * PIXEL }));
  const targets = drawCouriers(
    {
      context: context as CanvasRenderingContext2D,
      width: 400,
      height: 400,
      colors: {} as MarkColors,
      project: (lat, lng) => ({ x: Math.round(lng / PIXEL), y: Math.round(lat / PIXEL) }),
      zoom: 11,
      bounds: [-180, -85, 180, 85],
    },
    { couriers: inDegrees, chosen },
    taken,
  );
  return { targets, labels };
}

const cluster = (x: number, y: number): Target => ({
  x,
  y,
  radius: 24,
  stays: true,
  hit: { kind: 'cluster', marks: [] },
});

const idsOf = ({ hit }: Target): string[] =>
  hit.kind === 'couriers' ? hit.couriers.map(({ id }) => id) : hit.kind === 'courier' ? [hit.courier.id] : [];

describe('drawCouriers', () => {
  it('draws each courier once, and hides no figure of orders, couriers or labels', () => {
    const at = fc.integer({ min: 0, max: 300 });
    const place = fc.record({ x: at, y: at, isSilent: fc.boolean() });
    const places = fc.array(place, { maxLength: 120 });
    const crowd = fc.uniqueArray(fc.record({ column: fc.nat(7), row: fc.nat(7) }), {
      maxLength: 64,
      selector: ({ column, row }) => 8 * column + row,
    });
    fc.assert(
      fc.property(places, crowd, (all, taken) => {
        const clusters = taken.map(({ column, row }) => cluster(40 * column, 40 * row));
        const couriers = all.map(({ x, y, isSilent }, index) =>
          courier(String(index), x, y, isSilent ? '14 min' : undefined),
        );
        const { targets, labels } = draw(couriers, clusters);
        expect(targets.flatMap(idsOf).sort()).toEqual(couriers.map(({ id }) => id).sort());
        targets.forEach((upper, index) => {
          for (const lower of [...clusters, ...targets.slice(0, index)])
            expect(Math.hypot(upper.x - lower.x, upper.y - lower.y)).toBeGreaterThan(
              upper.radius + (lower.radius === 16 ? 11 : lower.radius / 2) - 0.01,
            );
        });
        labels.forEach((label, index) => {
          for (const { x, y, radius } of [...clusters, ...targets]) {
            const [across, down] = [
              Math.max(label.x - x, 0, x - label.x - label.width),
              Math.max(label.y - y, 0, y - label.y - label.height),
            ];
            expect(Math.hypot(across, down)).toBeGreaterThan(radius / 2 - 0.01);
          }
          for (const other of labels.slice(0, index))
            expect(Math.abs(label.x - other.x) >= label.width || Math.abs(label.y - other.y) >= label.height).toBe(
              true,
            );
        });
      }),
    );
  });

  it('labels a silent courier below, or above if somebody is there', () => {
    const silent = courier('CD', 100, 100, '14 min');
    expect(draw([silent]).labels).toEqual([{ x: 75, y: 116, width: 50, height: 16 }]);
    expect(draw([silent, courier('AB', 100, 134)]).labels).toEqual([{ x: 75, y: 68, width: 50, height: 16 }]);
  });

  it('draws a courier without room nearby as part of a group', () => {
    const clusters = Array.from({ length: 25 }, (_, index) => cluster(32 * (index % 5), 32 * Math.floor(index / 5)));
    const { targets } = draw([courier('out', 64, -20), courier('in', 64, 30)], clusters);
    expect(targets.map(idsOf)).toEqual([['out', 'in']]);
  });
});
