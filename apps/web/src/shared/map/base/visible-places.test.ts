import { expect, it } from 'vitest';
import { PLACES, type Place } from './places.ts';
import { type Spot, visiblePlaces } from './visible-places.ts';

/** Web Mercator, in pixels at a zoom. */
const project =
  (zoom: number) =>
  ({ lat, lng }: Place): Spot => {
    const size = 256 * 2 ** zoom;
    const sine = Math.sin((lat * Math.PI) / 180);
    return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
  };

const names = (zoom: number): string[] => visiblePlaces(PLACES, zoom, project(zoom)).map(({ name }) => name);

it('shows countries from afar, then cities, then districts', () => {
  expect(names(4)).toContain('Bolivia');
  expect(names(4)).not.toContain('Lima');
  expect(names(6)).toEqual(expect.arrayContaining(['Lima', 'Trujillo', 'Piura']));
  expect(names(12)).toEqual(expect.arrayContaining(['San Isidro', 'Miraflores', 'Lince', 'Cayma']));
  expect(names(12)).not.toContain('Bolivia');
});

it('never overlaps names', () => {
  const [a, b] = [PLACES[0], PLACES[1]];
  if (!a || !b) throw new Error('no places');
  expect(visiblePlaces([a, b], 18, () => ({ x: 0, y: 0 }))).toEqual([a]);
});

it('every place lies within the basemap', () => {
  for (const { name, lat, lng } of PLACES) {
    expect(lat, name).toBeGreaterThan(-30);
    expect(lat, name).toBeLessThan(6);
    expect(lng, name).toBeGreaterThan(-84);
    expect(lng, name).toBeLessThan(-60);
  }
});
