import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mainPlaces } from './main-places.ts';

/** Places throughout Lima, from Ancón to Pucusana. */
const lima = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    lat: -11.77 - ((index * 7) % count) * (0.7 / count),
    lng: -77.15 + ((index * 13) % count) * (0.35 / count),
  }));

it.each([
  ['0, 0', { lat: 0, lng: 0 }],
  ['Europe', { lat: 40.4, lng: -3.7 }],
  ['Arequipa', { lat: -16.4, lng: -71.52 }],
])('excludes only the stray place at %s of 200 in Lima', (_, stray) => {
  const places = [...lima(100), stray, ...lima(100)];
  expect(mainPlaces(places)).toEqual({ main: places.filter((each) => each !== stray), outside: [stray] });
});

it('excludes misplaced places among few', () => {
  const wrong = { lat: 0, lng: 0, isMisplaced: true };
  const [one, other] = [
    { lat: -12, lng: -77 },
    { lat: -16.4, lng: -71.5 },
  ];
  expect(mainPlaces([wrong, one, other])).toEqual({ main: [one, other], outside: [wrong] });
  expect(mainPlaces([wrong])).toEqual({ main: [], outside: [wrong] });
  expect(mainPlaces([])).toEqual({ main: [], outside: [] });
});

it('keeps the bounds near the middle if 2.5 % of the places are far away', () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 300 }), fc.infiniteStream(anywhere), (count, far) => {
      const strays = [...far.take(Math.floor(count * 0.02))];
      const { main, outside } = mainPlaces([...strays, ...lima(count)]);
      expect(main.length + outside.length).toBe(strays.length + count);
      expect(main.length).toBeGreaterThanOrEqual(count);
      for (const { lat, lng } of main) {
        expect(Math.abs(lat + 12.12)).toBeLessThan(1.2);
        expect(Math.abs(lng + 76.97)).toBeLessThan(0.6);
      }
    }),
  );
});
