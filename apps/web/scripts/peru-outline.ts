import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { simplify } from './basemap-simplify.ts';

/*
 * Writes packages/contracts/src/dispatch/platform/peru-outline.ts: coast and borders of Peru, to recognise places in another
 * country. Source: world-atlas (ISC), made from Natural Earth 1:10m (public domain). Run it again after an update of
 * that package.
 */

/** ISO 3166 numeric. */
const PERU = '604';

/** Tolerance of the line in degrees: about 2 km. */
const STRAY = 0.02;

const source = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const atlas = JSON.parse(await readFile(source, 'utf8')) as Topology<{ countries: GeometryCollection }>;
const peru = atlas.objects.countries.geometries.find(({ id }) => id === PERU);
if (!peru) throw new Error('The atlas lacks Peru');
const shape = feature(atlas, peru);
if (shape.type !== 'Feature') throw new Error('Peru is a collection');
const { geometry } = shape;
const rings: Position[][] =
  geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(([outer = []]) => [outer]) : [];
if (geometry.type === 'Polygon') rings.push(geometry.coordinates[0] ?? []);
// Islands are near enough to the coast.
const [mainland = []] = rings.toSorted((one, other) => other.length - one.length);
// In two halves: a closed line has no direction to simplify along.
const half = Math.floor(mainland.length / 2);
const line = [...simplify(mainland.slice(0, half + 1), STRAY).slice(0, -1), ...simplify(mainland.slice(half), STRAY)];
const points = line.map(([lng = 0, lat = 0]) => `[${lng.toFixed(2)}, ${lat.toFixed(2)}]`);
const text = `/**
 * Coast and borders of Peru as a closed line of longitudes and latitudes, exact to about 2 km. Written by
 * \`apps/web/scripts/peru-outline.ts\`; Natural Earth, public domain.
 */
// prettier-ignore
export const PERU_OUTLINE: readonly (readonly [lng: number, lat: number])[] = [
${Array.from({ length: Math.ceil(points.length / 8) }, (_, row) => `  ${points.slice(row * 8, row * 8 + 8).join(', ')},`).join('\n')}
];
`;
await writeFile(
  fileURLToPath(new URL('../../../packages/contracts/src/dispatch/platform/peru-outline.ts', import.meta.url)),
  text,
);
process.stdout.write(`${points.length} points\n`);
