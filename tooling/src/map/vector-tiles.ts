import Pbf from 'pbf';
import { clipRing } from '../../../apps/web/scripts/basemap-clip.ts';
import { simplify } from '../../../apps/web/scripts/basemap-simplify.ts';
import { type Bounds, type TileToWrite } from './pmtiles-writer.ts';

type Pixel = [x: number, y: number];

/** A shape to cut into tiles. */
export interface GeoShape {
  layer: string;
  type: 'Point' | 'LineString' | 'Polygon';
  /** Longitude and latitude. The ring of a polygon is not closed. */
  points: readonly (readonly [lng: number, lat: number])[];
  /** First and last tile level that contain it. */
  from: number;
  until?: number;
  attributes: Readonly<Record<string, string | number>>;
}

/** Units of a tile's side, and how far shapes reach beyond its edges. */
const EXTENT = 4096;
const BUFFER = 80;

/** In units of a tile that is drawn with 512 pixels: a third of a pixel. */
const TOLERANCE = 3;

/** Field numbers and types of the vector tile format, version 2.1. */
const LAYER = { tile: 3, name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { text: 1, integer: 5 } as const;
const TYPES = { Point: 1, LineString: 2, Polygon: 3 } as const;
const [MOVE, LINE, CLOSE] = [1, 2, 7];

/** A shape in one tile: its parts in the tile's units. */
interface Part {
  shape: GeoShape;
  lines: Pixel[][];
}

/** @returns Web Mercator coordinates, from 0 to 1 over the world. */
function mercator([lng, lat]: readonly [number, number]): Pixel {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

function geometryOf({ shape, lines }: Part): number[] {
  const numbers: number[] = [];
  let [x, y] = [0, 0];
  const add = (command: number, points: readonly Pixel[]): void => {
    numbers.push((points.length << 3) | command);
    for (const [nextX, nextY] of points) {
      numbers.push(zigzag(nextX - x), zigzag(nextY - y));
      [x, y] = [nextX, nextY];
    }
  };
  for (const line of lines) {
    add(MOVE, line.slice(0, 1));
    if (shape.type !== 'Point') add(LINE, line.slice(1));
    if (shape.type === 'Polygon') numbers.push((1 << 3) | CLOSE);
  }
  return numbers;
}

/** Each key and value is stored once in its layer. */
class Table<T> {
  readonly items: T[] = [];
  readonly #places = new Map<T, number>();

  placeOf(item: T): number {
    const found = this.#places.get(item);
    if (found !== undefined) return found;
    this.#places.set(item, this.items.length);
    return this.items.push(item) - 1;
  }
}

function writeLayer([name, parts]: readonly [string, readonly Part[]], pbf: Pbf): void {
  const [keys, values] = [new Table<string>(), new Table<string | number>()];
  pbf.writeVarintField(LAYER.version, 2);
  pbf.writeStringField(LAYER.name, name);
  for (const part of parts) {
    const tags = Object.entries(part.shape.attributes).flatMap(([key, value]) => [
      keys.placeOf(key),
      values.placeOf(value),
    ]);
    pbf.writeMessage(
      LAYER.feature,
      (feature: Part, out) => {
        out.writePackedVarint(FEATURE.tags, tags);
        out.writeVarintField(FEATURE.type, TYPES[feature.shape.type]);
        out.writePackedVarint(FEATURE.geometry, geometryOf(feature));
      },
      part,
    );
  }
  for (const key of keys.items) pbf.writeStringField(LAYER.key, key);
  for (const value of values.items)
    pbf.writeMessage(
      LAYER.value,
      (one: string | number, out) => {
        if (typeof one === 'number') out.writeVarintField(VALUE.integer, one);
        else out.writeStringField(VALUE.text, one);
      },
      value,
    );
  pbf.writeVarintField(LAYER.extent, EXTENT);
}

/** Joins shapes of a layer with the same attributes object. */
const merged = (parts: readonly Part[]): Part[] =>
  [...Map.groupBy(parts, ({ shape }) => shape.attributes).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, lines: [first, ...more].flatMap(({ lines }) => lines) }] : [],
  );

function encode(parts: readonly Part[]): Uint8Array {
  const pbf = new Pbf();
  for (const [name, own] of Map.groupBy(parts, ({ shape }) => shape.layer))
    pbf.writeMessage(LAYER.tile, writeLayer, [name, merged(own)] as const);
  return pbf.finish();
}

const BOX = { west: -BUFFER, south: -BUFFER, east: EXTENT + BUFFER, north: EXTENT + BUFFER };

const inBox = ([x, y]: Pixel): boolean => x >= BOX.west && x <= BOX.east && y >= BOX.south && y <= BOX.north;

/** The shares of a segment at which it enters and leaves the box. */
function shareInBox([x1, y1]: Pixel, [x2, y2]: Pixel): [number, number] | undefined {
  let [start, end] = [0, 1];
  for (const [step, room] of [
    [x1 - x2, x1 - BOX.west],
    [x2 - x1, BOX.east - x1],
    [y1 - y2, y1 - BOX.south],
    [y2 - y1, BOX.north - y1],
  ] as const) {
    if (step === 0 && room < 0) return undefined;
    if (step < 0) start = Math.max(start, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  return start < end ? [start, end] : undefined;
}

/** Cuts a line at the edges of the box. */
function clipLine(line: readonly Pixel[]): Pixel[][] {
  const pieces: Pixel[][] = [];
  let isOpen = false;
  for (const [index, b] of line.entries()) {
    const a = line[index - 1];
    if (!a) continue;
    const share = shareInBox(a, b);
    if (!share) {
      isOpen = false;
      continue;
    }
    const at = (part: number): Pixel => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    if (!isOpen || share[0] > 0) pieces.push([at(share[0])]);
    pieces.at(-1)?.push(at(share[1]));
    isOpen = share[1] === 1;
  }
  return pieces;
}

const rounded = (line: readonly Pixel[]): Pixel[] =>
  line
    .map(([x, y]): Pixel => [Math.round(x), Math.round(y)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1]);

/** Twice the area; positive for an exterior ring in a tile, whose y grows downwards. */
const areaOf = (ring: readonly Pixel[]): number =>
  ring.reduce((sum, [x, y], index) => {
    const [x1 = x, y1 = y] = ring.at(index - 1) ?? [];
    return sum + x1 * y - x * y1;
  }, 0);

function linesInTile(type: GeoShape['type'], points: readonly Pixel[]): Pixel[][] {
  if (type === 'Point') return points.filter(inBox).map((point) => rounded([point]));
  if (type === 'LineString')
    return clipLine(points)
      .map(rounded)
      .filter(({ length }) => length > 1);
  const ring = rounded(clipRing(points, BOX) as Pixel[]);
  const area = areaOf(ring);
  if (ring.length < 3 || area === 0) return [];
  return [area > 0 ? ring : ring.toReversed()];
}

/** The tiles of a level that a shape may be in. */
function tilesOf(points: readonly Pixel[]): [x: number, y: number][] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const margin = BUFFER / EXTENT;
  const range = (values: readonly number[]): number[] => {
    const first = Math.floor(Math.min(...values) - margin);
    return Array.from({ length: Math.floor(Math.max(...values) + margin) - first + 1 }, (_, index) => first + index);
  };
  return range(xs).flatMap((x) => range(ys).map((y): [number, number] => [x, y]));
}

function levelTiles(shapes: readonly GeoShape[], z: number): TileToWrite[] {
  const tiles = new Map<string, { x: number; y: number; parts: Part[] }>();
  for (const shape of shapes) {
    if (z < shape.from || z > (shape.until ?? z)) continue;
    const scaled = shape.points.map((point) => mercator(point).map((value) => value * 2 ** z) as Pixel);
    const points = shape.type === 'LineString' ? (simplify(scaled, TOLERANCE / EXTENT) as Pixel[]) : scaled;
    for (const [x, y] of tilesOf(points)) {
      const own = points.map(([px, py]): Pixel => [(px - x) * EXTENT, (py - y) * EXTENT]);
      const lines = linesInTile(shape.type, own);
      if (lines.length === 0) continue;
      const tile = tiles.get(`${x} ${y}`) ?? { x, y, parts: [] };
      tile.parts.push({ shape, lines });
      tiles.set(`${x} ${y}`, tile);
    }
  }
  return [...tiles.values()].map(({ x, y, parts }) => ({ z, x, y, bytes: encode(parts) }));
}

/** @returns the vector tiles of these levels that contain anything. */
export function cutTiles(shapes: readonly GeoShape[], minZoom: number, maxZoom: number): TileToWrite[] {
  return Array.from({ length: maxZoom - minZoom + 1 }, (_, index) => levelTiles(shapes, minZoom + index)).flat();
}

/** @returns the area that contains all shapes. */
export function boundsOf(shapes: readonly GeoShape[]): Bounds {
  const bounds: [number, number, number, number] = [180, 90, -180, -90];
  for (const { points } of shapes)
    for (const [lng, lat] of points) {
      bounds[0] = Math.min(bounds[0], lng);
      bounds[1] = Math.min(bounds[1], lat);
      bounds[2] = Math.max(bounds[2], lng);
      bounds[3] = Math.max(bounds[3], lat);
    }
  return bounds;
}
