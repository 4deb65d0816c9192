import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packRing } from '#scripts/basemap-pack.ts';
import basemap from './basemap.json';
import { UNITS_PER_DEGREE, unpackRing } from './unpack-ring.ts';

/** Half a step plus the floating-point error. */
const HALF_UNIT = 0.5001 / UNITS_PER_DEGREE;

const degree = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

it('restores a packed ring to within half a unit', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(degree(180), degree(85))), (ring) => {
      const back = unpackRing(packRing(ring));
      expect(back).toHaveLength(ring.length);
      ring.forEach(([lng, lat], index) => {
        expect(Math.abs((back[index]?.[0] ?? 999) - lat)).toBeLessThanOrEqual(HALF_UNIT);
        expect(Math.abs((back[index]?.[1] ?? 999) - lng)).toBeLessThanOrEqual(HALF_UNIT);
      });
    }),
  );
});

/** Whether a point is inside a ring: counts the edges that a ray to the east crosses. */
function inside(lat: number, lng: number, ring: readonly (readonly [number, number])[]): boolean {
  let odd = false;
  ring.forEach(([y, x], index) => {
    const [py, px] = ring.at(index - 1) ?? [y, x];
    if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) odd = !odd;
  });
  return odd;
}

it('the bundled outlines have Peru in the right place', () => {
  const peru = basemap.peru.map(unpackRing);
  const holds = (lat: number, lng: number) => peru.some((ring) => inside(lat, lng, ring));
  expect(holds(-12.05, -77.03), 'Lima').toBe(true);
  expect(holds(-3.75, -73.25), 'Iquitos').toBe(true);
  expect(holds(-12.05, -77.3), 'the sea off Callao').toBe(false);
  expect(holds(-16.5, -68.15), 'La Paz').toBe(false);
});
