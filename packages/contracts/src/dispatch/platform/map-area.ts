import * as z from 'zod/mini';
import { type TilePlace } from '../../subjects/tiles.ts';
import { type Point } from './distance.ts';

/** An area on the map, in degrees. */
export const mapArea = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });

export type MapArea = z.infer<typeof mapArea>;

/** Levels of tiles that a courier's phone may read: a whole city, and single houses. */
export const AREA_ZOOMS = { min: 10, max: 17 } as const;

/** Largest number of tiles of one level. Larger areas have fewer levels, so that a far stop does not open a country. */
const MAX_TILES = 4096;

/**
 * Web Mercator.
 * @param size of the world's square in the unit of the result: 1, the number of tiles of a level, or pixels.
 * @returns the position from the north-western corner.
 */
export function worldPoint({ lat, lng }: Point, size: number): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: size * (0.5 + lng / 360),
    y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  };
}

/** @returns the first and last column and row of the tiles that an area touches at a level. */
function tilesOf({ west, south, east, north }: MapArea, zoom: number) {
  const first = worldPoint({ lat: north, lng: west }, 2 ** zoom);
  const last = worldPoint({ lat: south, lng: east }, 2 ** zoom);
  return {
    left: Math.floor(first.x),
    top: Math.floor(first.y),
    right: Math.floor(last.x),
    bottom: Math.floor(last.y),
  };
}

/** @returns the most detailed level of an area's tiles; below `AREA_ZOOMS.min` if it is too large for any. */
export function areaMaxZoom(area: MapArea): number {
  for (let zoom: number = AREA_ZOOMS.max; ; zoom -= 1) {
    const { left, top, right, bottom } = tilesOf(area, zoom);
    if (zoom < AREA_ZOOMS.min || (right - left + 1) * (bottom - top + 1) <= MAX_TILES) return zoom;
  }
}

/** @returns whether a tile shows a part of an area, at a level that its size allows. */
export function isInArea({ z, x, y }: TilePlace | Record<keyof TilePlace, number>, area: MapArea): boolean {
  const zoom = Number(z);
  if (zoom < AREA_ZOOMS.min || zoom > areaMaxZoom(area)) return false;
  const { left, top, right, bottom } = tilesOf(area, zoom);
  return Number(x) >= left && Number(x) <= right && Number(y) >= top && Number(y) <= bottom;
}
