import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { AREQUIPA, type District as DemoDistrict, LIMA, TRUJILLO } from '../../../apps/backend/src/demo/places.ts';
import { type Place, PLACES } from '../../../apps/web/src/shared/map/base/places.ts';
import { ROOT } from '../root.ts';
import { type City, cityShapes, type District, type Shape } from './city.ts';
import { CITY, type Road } from './lima.ts';
import { distance, type LatLng, planeAround, type Plane } from './plane.ts';
import { writePmtiles } from './pmtiles-writer.ts';
import { boundsOf, cutTiles, type GeoShape } from './vector-tiles.ts';

const MIN_ZOOM = 6;
const MAX_ZOOM = 14;

/** Credit on the map, so that it is not taken for a map of the real city. */
export const DEMO_ATTRIBUTION = 'Calles de demostración';

/** How far sea and land are drawn around Lima, in degrees. */
const WEST = -77.5;
const EAST = -76.5;

const districtOf = ({ name, lat, lng, streets }: DemoDistrict): District => ({
  name,
  at: [lat, lng],
  turn: CITY.bearings[name] ?? 0,
  streets,
});

const beyond = (lng: number): LatLng[] => [
  [CITY.coast.at(-1)?.[0] ?? 0, lng],
  [CITY.coast[0]?.[0] ?? 0, lng],
];
const LAND: readonly LatLng[] = [...CITY.coast, ...beyond(EAST)];
const SEA: readonly LatLng[] = [...CITY.coast, ...beyond(WEST)];

function lima(): City {
  return {
    plane: planeAround([-12.08, -77.03]),
    districts: [
      ...LIMA.map(districtOf),
      ...CITY.moreDistricts.map(({ name, at }) => ({ name, at, turn: CITY.bearings[name] ?? 0, streets: [] })),
    ],
    roads: CITY.roads,
    areas: CITY.areas,
    hills: CITY.hills,
    rivers: CITY.rivers.map(({ line }) => line),
    land: LAND,
  };
}

/** Main roads from each district to the nearest one before it. */
function roadsBetween(districts: readonly DemoDistrict[], plane: Plane): Road[] {
  return districts.slice(1).map((to, index) => {
    const at = plane.toPlane([to.lat, to.lng]);
    const gap = (one: DemoDistrict): number => distance(plane.toPlane([one.lat, one.lng]), at);
    const from = districts.slice(0, index + 1).reduce((best, one) => (gap(one) < gap(best) ? one : best));
    return {
      name: to.streets[0] ?? '',
      detail: 'primary',
      line: [
        [from.lat, from.lng],
        [to.lat, to.lng],
      ],
    };
  });
}

function smaller(districts: readonly DemoDistrict[], turn: number): City {
  const [first] = districts;
  const plane = planeAround([first?.lat ?? 0, first?.lng ?? 0]);
  return {
    plane,
    districts: districts.map((one) => ({ ...districtOf(one), turn })),
    roads: roadsBetween(districts, plane),
    areas: [],
    hills: [],
    rivers: [],
  };
}

const geo = (points: readonly LatLng[]): [number, number][] => points.map(([lat, lng]) => [lng, lat]);

const polygon = (layer: string, kind: string, points: readonly LatLng[], from = MIN_ZOOM): GeoShape => ({
  layer,
  type: 'Polygon',
  points: geo(points),
  from,
  attributes: { kind },
});

/** What lies below and around the streets of Lima. */
function surroundings(): GeoShape[] {
  return [
    polygon('earth', 'earth', LAND),
    polygon('water', 'ocean', SEA),
    ...CITY.islands.map((ring) => polygon('earth', 'earth', ring)),
    { ...polygon('landcover', 'urban_area', CITY.urban), until: 7 },
    ...CITY.hills.map((ring) => polygon('landuse', 'scrub', ring, 8)),
    ...CITY.rivers.map(({ name, line }): GeoShape => ({
      layer: 'water',
      type: 'LineString',
      points: geo(line),
      from: 9,
      attributes: { kind: 'river', name, min_zoom: 9, sort_rank: 200 },
    })),
    {
      layer: 'boundaries',
      type: 'LineString',
      points: geo(CITY.callaoBorder),
      from: 8,
      attributes: { kind: 'region', kind_detail: 4, min_zoom: 8, sort_rank: 289 },
    },
    ...PLACES.flatMap(placeShape),
  ];
}

/** The names that the bundled outlines have, in all of Peru. */
function placeShape({ name, lat, lng, zoom, kind }: Place): GeoShape[] {
  if (kind !== 'city' && kind !== 'district') return [];
  return [
    {
      layer: 'places',
      type: 'Point',
      points: [[lng, lat]],
      // A page shows the tiles of a level one level later.
      from: Math.max(zoom - 1, MIN_ZOOM),
      attributes: { ...PLACE_KINDS[kind], name, min_zoom: zoom, sort_rank: zoom },
    },
  ];
}

const PLACE_KINDS = {
  city: { kind: 'locality', kind_detail: 'city', population_rank: 11 },
  district: { kind: 'neighbourhood', kind_detail: 'suburb' },
} as const;

const geoShape = ({ points, ...shape }: Shape, { toGeo }: Plane): GeoShape => ({ ...shape, points: points.map(toGeo) });

/** @returns a PMTiles archive in the schema of the Protomaps basemap. The same at every call. */
export function makeDemoMap(): Buffer {
  const cities = [lima(), smaller(AREQUIPA, 38), smaller(TRUJILLO, 34)];
  const shapes = [
    ...surroundings(),
    ...cities.flatMap((city) => cityShapes(city).map((shape) => geoShape(shape, city.plane))),
  ];
  return writePmtiles(cutTiles(shapes, MIN_ZOOM, MAX_ZOOM), boundsOf(shapes), {
    name: 'Lima y Callao, demostración',
    attribution: DEMO_ATTRIBUTION,
    type: 'baselayer',
    version: '4',
    vector_layers: [...new Set(shapes.map(({ layer }) => layer))].map((id) => ({ id, fields: {} })),
  });
}

/** Everything that the archive is made of. */
async function hashOfSources(): Promise<string> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts')).sort();
  const hash = createHash('sha256');
  for (const path of ['apps/backend/src/demo/places.ts', 'apps/web/src/shared/map/base/places.ts'])
    hash.update(await readFile(`${ROOT}${path}`));
  for (const name of names) hash.update(await readFile(new URL(name, folder)));
  return hash.digest('hex').slice(0, 16);
}

/** @returns the path of the archive, which is made at the first call after a change of its sources. */
export async function findDemoMap(): Promise<string> {
  const folder = `${ROOT}.data/map/`;
  const path = `${folder}${await hashOfSources()}.pmtiles`;
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) return path;
  await mkdir(folder, { recursive: true });
  // Renamed when complete: two runs may make it at the same time.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, makeDemoMap());
  await rename(unfinished, path);
  return path;
}
