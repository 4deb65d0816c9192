import { readFileSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import Pbf from 'pbf';
import { PMTiles } from 'pmtiles';
import { AREQUIPA, type DemoStreet, LIMA, TRUJILLO } from '../../../apps/backend/tools/demo.ts';
import { DEMO_MAP } from './demo-map.ts';
import { lengthOf } from './streets.ts';

const ZOOM = 14;
/** Half of the square that is used of a district, about 500 m: stays inside the district and off the beach. */
const REACH = 0.0045;
/** Ends this close are joined, in meters: more than the rounding of two neighbouring tiles. */
const JOINED = 3;
/** The shortest street that is used, in meters. */
const SHORTEST = 200;
/** Streets of a district: its main roads, then the longest others. */
const MOST = 16;
/** Names for the last two streets of a district, which become neighbourhoods with blocks and lots instead of numbers. */
const ESTATES = ['Urb. Santa Rosa', 'AA.HH. Villa Hermosa', 'Asoc. Los Jardines', 'Urb. El Pinar', 'Coop. La Unión'];

type Line = Point[];

interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

const lngOf = (x: number): number => (x / 2 ** ZOOM) * 360 - 180;
const columnOf = (lng: number): number => Math.floor((lng / 360 + 0.5) * 2 ** ZOOM);
const rowOf = (lat: number): number =>
  Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** ZOOM);
const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** ZOOM))) * 180) / Math.PI;

/** @returns the part of a straight piece inside a box (Liang and Barsky's algorithm); empty if there is none. */
function clip(from: Point, to: Point, { south, west, north, east }: Box): Line {
  let [start, end] = [0, 1];
  const [up, right] = [to.lat - from.lat, to.lng - from.lng];
  for (const [speed, room] of [
    [-up, from.lat - south],
    [up, north - from.lat],
    [-right, from.lng - west],
    [right, east - from.lng],
  ] as const) {
    if (speed === 0 && room < 0) return [];
    if (speed < 0) start = Math.max(start, room / speed);
    if (speed > 0) end = Math.min(end, room / speed);
  }
  const at = (share: number): Point => ({ lat: from.lat + up * share, lng: from.lng + right * share });
  return start < end ? [at(start), at(end)] : [];
}

/** @returns a line with a piece added that starts or ends where the line does; undefined if it does not. */
function extended(line: Line, piece: Line): Line | undefined {
  for (const one of [line, line.toReversed()])
    for (const other of [piece, piece.toReversed()]) {
      const [end, start] = [one.at(-1), other[0]];
      if (end && start && metersBetween(end, start) < JOINED) return [...one, ...other.slice(1)];
    }
  return undefined;
}

/** @returns the longest line that some pieces form. */
function join(pieces: readonly Line[]): Line {
  const rest = [...pieces];
  let longest: Line = [];
  for (let first = rest.shift(); first; first = rest.shift()) {
    let line = first;
    for (let at = 0; at < rest.length; at += 1) {
      const longer = extended(line, rest[at] ?? []);
      if (!longer) continue;
      line = longer;
      rest.splice(at, 1);
      at = -1;
    }
    if (lengthOf(line) > lengthOf(longest)) longest = line;
  }
  return longest;
}

/** @returns the roads around a place by name, with the pieces of each. */
async function roadsAround(
  map: PMTiles,
  { lat, lng }: Point,
): Promise<Map<string, { isMain: boolean; pieces: Line[] }>> {
  const square: Box = { south: lat - REACH, west: lng - REACH, north: lat + REACH, east: lng + REACH };
  const roads = new Map<string, { isMain: boolean; pieces: Line[] }>();
  for (let x = columnOf(square.west); x <= columnOf(square.east); x += 1)
    for (let y = rowOf(square.north); y <= rowOf(square.south); y += 1) {
      // A tile also has what is just outside of it.
      const inside: Box = {
        south: Math.max(square.south, latOf(y + 1)),
        west: Math.max(square.west, lngOf(x)),
        north: Math.min(square.north, latOf(y)),
        east: Math.min(square.east, lngOf(x + 1)),
      };
      const { layers } = new VectorTile(new Pbf(new Uint8Array((await map.getZxy(ZOOM, x, y))?.data ?? [])));
      for (let index = 0; index < (layers['roads']?.length ?? 0); index += 1) {
        const feature = layers['roads']?.feature(index);
        const geometry = feature?.toGeoJSON(x, y, ZOOM).geometry;
        if (!feature || feature.properties['kind'] === 'highway' || geometry?.type !== 'LineString') continue;
        const { name, kind_detail: kind } = feature.properties;
        const road = roads.get(String(name)) ?? { isMain: kind !== 'residential' && kind !== 'tertiary', pieces: [] };
        roads.set(String(name), road);
        const points = geometry.coordinates.map(([east = 0, north = 0]) => ({ lat: north, lng: east }));
        for (const [at, to] of points.slice(1).entries()) {
          const piece = clip(points[at] ?? to, to, inside);
          if (piece.length > 0) road.pieces.push(piece);
        }
      }
    }
  return roads;
}

/** @returns rounded differences to the point before, latitude and longitude in turns, in 0.00001°. */
function packed(line: Line): number[] {
  let [lat, lng] = [0, 0];
  return line.flatMap((point) => {
    const [up, right] = [Math.round(point.lat * 1e5) - lat, Math.round(point.lng * 1e5) - lng];
    [lat, lng] = [lat + up, lng + right];
    return [up, right];
  });
}

/** @returns the named streets of the demonstration's districts by UBIGEO, as the demonstration map shows them. */
async function demoStreets(): Promise<Record<string, DemoStreet[]>> {
  const bytes = readFileSync(DEMO_MAP);
  const map = new PMTiles({
    getKey: () => DEMO_MAP,
    getBytes: (at, length) => Promise.resolve({ data: Uint8Array.from(bytes.subarray(at, at + length)).buffer }),
  });
  const result: Record<string, DemoStreet[]> = {};
  for (const [index, district] of [...LIMA, ...AREQUIPA, ...TRUJILLO].entries()) {
    const streets = [...(await roadsAround(map, district))]
      .map(([name, { isMain, pieces }]) => ({ name, isMain, line: join(pieces) }))
      .filter(({ line }) => lengthOf(line) >= SHORTEST)
      .toSorted((one, other) => Number(other.isMain) - Number(one.isMain) || lengthOf(other.line) - lengthOf(one.line))
      .slice(0, MOST);
    result[district.ubigeo] = streets.map(({ name, line }, at) =>
      at < streets.length - 2
        ? { name, from: 100 * (1 + ((at * 7) % 9)), line: packed(line) }
        : { name: ESTATES[(2 * index + at) % ESTATES.length] ?? name, from: null, line: packed(line) },
    );
  }
  return result;
}

/** @returns the file from which the demonstration makes its addresses (`world/streets.json`), a street per line. */
export async function demoStreetsFile(): Promise<string> {
  const districts = Object.entries(await demoStreets()).map(
    ([ubigeo, streets]) => `"${ubigeo}":[\n${streets.map((street) => JSON.stringify(street)).join(',\n')}\n]`,
  );
  return `{\n${districts.join(',\n')}\n}\n`;
}
