import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import { clipRing, type Box } from './basemap-clip.ts';
import { packRing } from './basemap-pack.ts';
import { simplify } from './basemap-simplify.ts';

/*
 * Writes src/shared/map/base/basemap.json: land and borders of Peru and its surroundings, for installations without a
 * tile server. Source: world-atlas (ISC), made from Natural Earth 1:10m (public domain). Run it again after an update of
 * that package.
 */

/** The area around Peru that a large screen shows at the smallest zoom, in degrees. */
const FRAME: Box = { west: -125, south: -58, east: -25, north: 32 };

/** ISO 3166 numeric. */
const PERU = '604';

/** Tolerance of simplified lines in degrees: 150 m for Peru, whose coast matters; 6 km elsewhere. */
const STRAY = { peru: 0.0015, others: 0.06 } as const;

/** Area in degrees² of the smallest island to draw: in Peru down to San Lorenzo, elsewhere only visible ones. */
const SMALLEST = { peru: 0.0005, others: 0.15 } as const;

type Geometry = GeometryObject;
type Atlas = Topology<{ countries: GeometryCollection }>;

const source = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const atlas = JSON.parse(await readFile(source, 'utf8')) as Atlas;
const isPeru = ({ id }: Geometry): boolean => id === PERU;

/** Shared lines are simplified before they are joined into rings, so that neighbours fit without gaps. */
function simplified({ arcs, transform, ...topology }: Atlas): Atlas {
  const [[scaleX, scaleY], [moveX, moveY]] = transform
    ? [transform.scale, transform.translate]
    : [
        [1, 1],
        [0, 0],
      ];
  const indices = (value: unknown): number[] => (Array.isArray(value) ? value.flatMap(indices) : [value as number]);
  const peru = topology.objects.countries.geometries.find(isPeru);
  const fine = new Set(indices(peru && 'arcs' in peru ? peru.arcs : []).map((index) => (index < 0 ? ~index : index)));
  return {
    ...topology,
    arcs: arcs.map((arc, index) => {
      let [x, y] = [0, 0];
      const line = arc.map(([dx = 0, dy = 0]): Position => {
        x += dx;
        y += dy;
        return [x * scaleX + moveX, y * scaleY + moveY];
      });
      return simplify(line, fine.has(index) ? STRAY.peru : STRAY.others);
    }),
  };
}

const topology = simplified(atlas);

function ringsOf(country: Geometry): Position[][] {
  const shape = feature(topology, country);
  if (shape.type !== 'Feature') throw new Error('A country is a collection');
  if (shape.geometry.type === 'Polygon') return shape.geometry.coordinates;
  if (shape.geometry.type === 'MultiPolygon') return shape.geometry.coordinates.flat();
  throw new Error(`A country is a ${shape.geometry.type}`);
}

/** In degrees², by the shoelace formula: enough to sort out tiny islands. */
function areaOf(ring: readonly Position[]): number {
  const sum = ring.reduce((total, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}

/** Such a ring (Fiji's) jumps from one edge of the world to the other and would cover the whole frame. */
const crossesDateLine = (ring: readonly Position[]): boolean => {
  const longitudes = ring.map(([lng = 0]) => lng);
  return Math.max(...longitudes) - Math.min(...longitudes) > 180;
};

const pack = (countries: readonly Geometry[], smallest: number): number[][] =>
  countries
    .flatMap(ringsOf)
    .filter((ring) => !crossesDateLine(ring))
    .map((ring) => clipRing(ring, FRAME))
    .filter((ring) => ring.length >= 3 && areaOf(ring) >= smallest)
    .map(packRing);

const countries = topology.objects.countries.geometries;
const basemap = {
  source: 'world-atlas 2.0.2 (ISC), Natural Earth 1:10m (public domain)',
  peru: pack(countries.filter(isPeru), SMALLEST.peru),
  others: pack(
    countries.filter((country) => !isPeru(country)),
    SMALLEST.others,
  ),
};

await writeFile(
  fileURLToPath(new URL('../src/shared/map/base/basemap.json', import.meta.url)),
  `${JSON.stringify(basemap)}\n`,
);
