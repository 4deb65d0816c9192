import { readFileSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import { type Point } from '@despacho/contracts/dispatch';
import Pbf from 'pbf';
import { PMTiles } from 'pmtiles';
import { AREQUIPA, type DemoStreet, LIMA, TRUJILLO } from '../../../apps/backend/tools/demo.ts';
import { DEMO_MAP } from './demo-map.ts';
import { lengthOf } from './streets.ts';

const ZOOM = 14;
/** Half of the square that is used of a district, about 500 m: stays inside the district and off the beach. */
const REACH = 0.0045;
/** The shortest street that is used, in meters. */
const SHORTEST = 200;
/** Streets of a district: its main roads, then the longest others. */
const MOST = 16;
/** Names for the last two streets of a district, which become neighbourhoods with blocks and lots instead of numbers. */
const ESTATES = ['Urb. Santa Rosa', 'AA.HH. Villa Hermosa', 'Asoc. Los Jardines', 'Urb. El Pinar', 'Coop. La Unión'];

interface Road {
  name: string;
  isMain: boolean;
  line: Point[];
}

const columnOf = (lng: number): number => Math.floor((lng / 360 + 0.5) * 2 ** ZOOM);
const rowOf = (lat: number): number =>
  Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** ZOOM);

/** @returns the part of a straight piece in the square of a centre (Liang and Barsky's algorithm); empty if there is none. */
function clip(from: Point, to: Point, { lat, lng }: Point): Point[] {
  let [start, end] = [0, 1];
  const [up, right] = [to.lat - from.lat, to.lng - from.lng];
  for (const [speed, room] of [
    [-up, from.lat - lat + REACH],
    [up, lat + REACH - from.lat],
    [-right, from.lng - lng + REACH],
    [right, lng + REACH - from.lng],
  ] as const) {
    if (speed === 0 && room < 0) return [];
    if (speed < 0) start = Math.max(start, room / speed);
    if (speed > 0) end = Math.min(end, room / speed);
  }
  const at = (share: number): Point => ({ lat: from.lat + up * share, lng: from.lng + right * share });
  return start < end ? [at(start), at(end)] : [];
}

/** @returns the roads in the square of a centre, each tile's part of one by itself. */
async function roadsAround(map: PMTiles, centre: Point): Promise<Road[]> {
  const roads: Road[] = [];
  for (let x = columnOf(centre.lng - REACH); x <= columnOf(centre.lng + REACH); x += 1)
    for (let y = rowOf(centre.lat + REACH); y <= rowOf(centre.lat - REACH); y += 1) {
      const { layers } = new VectorTile(new Pbf(new Uint8Array((await map.getZxy(ZOOM, x, y))?.data ?? [])));
      for (let index = 0; index < (layers['roads']?.length ?? 0); index += 1) {
        const feature = layers['roads']?.feature(index);
        const geometry = feature?.toGeoJSON(x, y, ZOOM).geometry;
        if (!feature || feature.properties['kind'] === 'highway' || geometry?.type !== 'LineString') continue;
        const { name, kind_detail: kind } = feature.properties;
        const points = geometry.coordinates.map(([lng = 0, lat = 0]) => ({ lat, lng }));
        const line = points.slice(1).flatMap((to, at) => clip(points[at] ?? to, to, centre));
        roads.push({ name: String(name), isMain: kind !== 'residential' && kind !== 'tertiary', line });
      }
    }
  return roads;
}

/** @returns rounded differences to the point before, latitude and longitude in turns, in 0.00001°. */
function packed(line: readonly Point[]): number[] {
  let [lat, lng] = [0, 0];
  return line.flatMap((point) => {
    const [up, right] = [Math.round(point.lat * 1e5) - lat, Math.round(point.lng * 1e5) - lng];
    [lat, lng] = [lat + up, lng + right];
    return up === 0 && right === 0 ? [] : [up, right];
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
    const roads = (await roadsAround(map, district))
      .filter(({ line }) => lengthOf(line) >= SHORTEST)
      .toSorted((one, other) => Number(other.isMain) - Number(one.isMain) || lengthOf(other.line) - lengthOf(one.line));
    const streets = roads.filter(({ name }, at) => roads.findIndex((each) => each.name === name) === at).slice(0, MOST);
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
