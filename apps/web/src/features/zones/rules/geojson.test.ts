import { MAX_CORNERS, MAX_ZONES, type Zone } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { readGeoJson, toGeoJson } from './geojson.ts';

const zone = (changes: Partial<Zone> = {}): Zone => ({
  id: '1',
  version: 1,
  name: 'Sur',
  color: 'rojo',
  corners: [
    [-12.2, -77],
    [-12.2, -76.9],
    [-12.1, -76.9],
  ],
  ...changes,
});

/** Longitude first, and closed. */
const RING = [
  [-77, -12.2],
  [-76.9, -12.2],
  [-76.9, -12.1],
  [-77, -12.2],
];

const feature = (geometry: object, properties: object | null = { name: 'Norte' }) => ({
  type: 'Feature',
  properties,
  geometry,
});

const read = (features: readonly object[], known: readonly Zone[] = []) =>
  readGeoJson(JSON.stringify({ type: 'FeatureCollection', features }), known);

describe('GeoJSON of zones', () => {
  it('is read as it was written', () => {
    const zones = [zone(), zone({ id: '2', name: 'Ñaña 2', color: 'gris' })];
    const { zones: found, problems } = readGeoJson(toGeoJson(zones), zones);
    expect(problems).toEqual([]);
    expect(found).toEqual(
      zones.map((each) => ({ input: { name: each.name, color: each.color, corners: each.corners }, replaces: each })),
    );
  });

  it('replaces the zone with the same name, regardless of case and accents', () => {
    const known = zone({ name: 'Surco' });
    const { zones } = read([feature({ type: 'Polygon', coordinates: [RING] }, { nombre: 'SÚRCO' })], [known]);
    expect(zones[0]?.replaces).toBe(known);
  });

  it('names zones without a name, and gives them a colour of ours', () => {
    const { zones } = read([feature({ type: 'MultiPolygon', coordinates: [[RING]] }, null)]);
    expect(zones).toMatchObject([{ input: { name: 'Zona 1', color: 'turquesa' }, replaces: null }]);
  });

  it('rounds corners to a metre, and skips those that are the same then', () => {
    const ring = [...RING.slice(0, 2), [-76.9000001, -12.2], ...RING.slice(2)];
    const { zones } = read([feature({ type: 'Polygon', coordinates: [ring] })]);
    expect(zones[0]?.input.corners).toEqual(zone().corners);
  });

  it.each<[string, object, string]>([
    ['a line', { type: 'LineString', coordinates: RING }, 'no es un polígono'],
    ['a hole', { type: 'Polygon', coordinates: [RING, RING] }, 'tiene un hueco'],
    ['two parts', { type: 'MultiPolygon', coordinates: [[RING], [RING]] }, 'tiene 2 partes'],
    [
      'a border that crosses itself',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      },
      'El borde se cruza',
    ],
    [
      'metres',
      {
        type: 'Polygon',
        coordinates: [
          [
            [279000, 8665000],
            [279100, 8665000],
            [279100, 8665100],
          ],
        ],
      },
      'grados de longitud y latitud',
    ],
    ['words', { type: 'Polygon', coordinates: [[['a', 'b']]] }, 'sin coordenadas'],
    [
      'too many corners',
      { type: 'Polygon', coordinates: [Array(MAX_CORNERS + 2).fill([0, 0])] },
      'más de 500 esquinas',
    ],
    ['nothing', {}, 'no tiene una forma'],
  ])('reports %s and imports the rest', (_, geometry, sentence) => {
    const { zones, problems } = read([
      feature(geometry),
      feature({ type: 'Polygon', coordinates: [RING] }, { name: 'Sur' }),
    ]);
    expect(problems).toEqual([expect.stringContaining(`«Norte»: `)]);
    expect(problems[0]).toContain(sentence);
    expect(zones.map(({ input }) => input.name)).toEqual(['Sur']);
  });

  it('reports a name that is used twice', () => {
    const same = feature({ type: 'Polygon', coordinates: [RING] });
    expect(read([same, same]).problems).toEqual(['«Norte»: el nombre se repite en el archivo']);
  });

  it.each([
    ['{', 'no se puede leer'],
    ['[]', 'no es una colección'],
    [JSON.stringify({ features: Array(MAX_ZONES + 1).fill({}) }), 'el máximo es 200'],
  ])('rejects a file that is none: %.20s', (text, sentence) => {
    const { zones, problems } = readGeoJson(text, []);
    expect(zones).toEqual([]);
    expect(problems[0]).toContain(sentence);
  });
});

it('reads no file with more corners than are imported together', () => {
  const corners = Array.from({ length: 500 }, (_, at): [number, number] => {
    const angle = (at / 250) * Math.PI;
    return [-12 + Math.sin(angle) / 10, -77 + Math.cos(angle) / 10];
  });
  const zones = Array.from({ length: 41 }, (_, at) => zone({ name: `Zona ${at}`, corners }));
  expect(readGeoJson(toGeoJson(zones), [])).toEqual({
    zones: [],
    problems: ['El archivo tiene 20,500 esquinas; divídalo: el máximo es 20,000'],
  });
});
