import { AREA_ZOOMS, type Point, worldPoint } from '@despacho/contracts/dispatch';

/** The visible part of the map: its middle in the world, from 0 to 1, and the zoom in tiles of 256 pixels. */
export interface MapView {
  x: number;
  y: number;
  zoom: number;
}

/** In CSS pixels. */
export interface Pixels {
  x: number;
  y: number;
}

export interface MapSize {
  width: number;
  height: number;
}

/** Below it a city is a dot; above it single houses fill the screen. */
const ZOOMS = { min: AREA_ZOOMS.min - 1, max: 19 } as const;

/** Zoom of a single stop. */
const CLOSE_ZOOM = 16;

/** Free space around the stops when the map shows all of them, in pixels. */
const PADDING = 48;

/** @returns the width of the world in pixels. */
export const worldSize = (zoom: number): number => 256 * 2 ** zoom;

/** @returns where a point of the earth is on the map. */
export function toPixels(point: Point, view: MapView, { width, height }: MapSize): Pixels {
  const size = worldSize(view.zoom);
  const { x, y } = worldPoint(point, 1);
  return { x: width / 2 + (x - view.x) * size, y: height / 2 + (y - view.y) * size };
}

/** @returns the view after its content has moved by some pixels. */
export function panned(view: MapView, { x, y }: Pixels): MapView {
  const size = worldSize(view.zoom);
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  return { ...view, x: within(view.x - x / size), y: within(view.y - y / size) };
}

/** @returns the view with another zoom, so that the point at a pixel stays there. */
export function zoomedAt(view: MapView, zoom: number, at: Pixels, { width, height }: MapSize): MapView {
  const next = Math.min(ZOOMS.max, Math.max(ZOOMS.min, zoom));
  const [right, down] = [at.x - width / 2, at.y - height / 2];
  const share = 1 / worldSize(view.zoom) - 1 / worldSize(next);
  return { x: view.x + right * share, y: view.y + down * share, zoom: next };
}

/** @returns the view of some points, as close as they allow; undefined without any. */
export function viewOf(points: readonly Point[], { width, height }: MapSize): MapView | undefined {
  if (points.length === 0) return undefined;
  const places = points.map((point) => worldPoint(point, 1));
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const fits = (free: number, extent: number): number =>
    extent === 0 ? CLOSE_ZOOM : Math.log2(Math.max(64, free - 2 * PADDING) / (256 * extent));
  const zoom = Math.min(CLOSE_ZOOM, fits(width, right - left), fits(height, bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(ZOOMS.min, zoom) };
}

/** Radius of a finger, in pixels. */
const REACH = 28;

/** @returns the index of the nearest pin within reach of a tap, of equally near ones the first; undefined if there is none. */
export function pinAt(pins: readonly Pixels[], tap: Pixels): number | undefined {
  let found: number | undefined;
  let nearest = REACH;
  for (const [index, { x, y }] of pins.entries()) {
    const distance = Math.hypot(x - tap.x, y - tap.y);
    if (distance >= nearest) continue;
    nearest = distance;
    found = index;
  }
  return found;
}

/** @returns the tiles of a level that the map shows, nearest to its middle first. `span`: pixels of one at its own level. */
export function tilesIn(view: MapView, { width, height }: MapSize, level: number, span: number) {
  const count = 2 ** level;
  const pixels = worldSize(view.zoom) / count;
  const [middleX, middleY] = [view.x * count, view.y * count];
  const [across, down] = [width / 2 / pixels, height / 2 / pixels];
  const tiles: { z: number; x: number; y: number }[] = [];
  // A level far from the zoom would need thousands.
  if (pixels < span / 4) return tiles;
  for (let y = Math.floor(middleY - down); y <= middleY + down; y += 1)
    for (let x = Math.floor(middleX - across); x <= middleX + across; x += 1) tiles.push({ z: level, x, y });
  const farOf = ({ x, y }: Pixels): number => Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY);
  return tiles.sort((one, other) => farOf(one) - farOf(other));
}
