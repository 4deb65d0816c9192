import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREA_ZOOMS, areaMaxZoom, isInArea, worldPoint } from './map-area.ts';

/** Around Miraflores: in level 12 the tile 1171/2186 and the one below it. */
const MIRAFLORES = { west: -77.08, south: -12.15, east: -77, north: -12.08 };
const tile = (path: string) => {
  const [z = 0, x = 0, y = 0] = path.split('/').map(Number);
  return { z, x, y };
};

describe('worldPoint', () => {
  it.each([
    [{ lat: 0, lng: 0 }, 128, 128],
    [{ lat: 85.0511287798, lng: -180 }, 0, 0],
    [{ lat: -85.0511287798, lng: 180 }, 256, 256],
  ])('projects %j as tile servers do', (point, x, y) => {
    const found = worldPoint(point, 256);
    expect([found.x, found.y]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
  });
});

describe('isInArea', () => {
  it.each(['12/1171/2186', '12/1171/2187', '10/292/546', '17/37472/69967', '17/37501/69992'])('accepts %s', (path) => {
    expect(isInArea(tile(path), MIRAFLORES)).toBe(true);
  });

  it.each([
    '12/1170/2186',
    '12/1172/2186',
    '12/1171/2185',
    '12/1171/2188',
    '9/146/273',
    '18/74965/139938',
    '17/37471/69967',
    '17/37502/69992',
    '17/37472/69966',
    '17/37501/69994',
  ])('rejects %s', (path) => {
    expect(isInArea(tile(path), MIRAFLORES)).toBe(false);
  });

  it('reads a place of an address as text', () => {
    expect(isInArea({ z: '12', x: '1171', y: '2186' }, MIRAFLORES)).toBe(true);
  });

  it('has at most 4,096 tiles of a level, whatever the area', () => {
    const degrees = fc.tuple(
      fc.double({ min: -81, max: -68, noNaN: true }),
      fc.double({ min: -18, max: 0, noNaN: true }),
      fc.double({ min: 0, max: 13, noNaN: true }),
      fc.double({ min: 0, max: 18, noNaN: true }),
    );
    fc.assert(
      fc.property(degrees, ([west, south, width, height]) => {
        const area = { west, south, east: west + width, north: south + height };
        const zoom = areaMaxZoom(area);
        if (zoom < AREA_ZOOMS.min) return;
        const first = worldPoint({ lat: area.north, lng: west }, 2 ** zoom);
        const last = worldPoint({ lat: south, lng: area.east }, 2 ** zoom);
        const [across, down] = [Math.floor(last.x) - Math.floor(first.x), Math.floor(last.y) - Math.floor(first.y)];
        expect((across + 1) * (down + 1)).toBeLessThanOrEqual(4096);
        expect(isInArea({ z: zoom + 1, x: Math.floor(2 * first.x), y: Math.floor(2 * first.y) }, area)).toBe(false);
      }),
    );
  });

  it('has no tiles of an area as large as the country', () => {
    const peru = { west: -81.4, south: -18.4, east: -68.6, north: 0 };
    expect([areaMaxZoom(MIRAFLORES), areaMaxZoom(peru)]).toEqual([17, 10]);
    expect(isInArea(tile('11/585/1093'), peru)).toBe(false);
  });
});
