import { type Corner, MAX_CORNERS, MAX_ZONES, type Zone, zoneDoubt, zoneFinder } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { readGeoJson as readFile, type ReadOptions, simplified, toGeoJson } from './geojson.ts';

const DEFAULT: ReadOptions = { nameKey: null, swaps: false, simplifies: false };
const LIMA = { lat: -12.05, lng: -77.04 };
/** As of an office in Lima. */
const doubtOf = (corners: readonly Corner[]) => zoneDoubt(corners, { districts: [LIMA], around: [LIMA], maxKm: 80 });
const readGeoJson = (text: string, known: readonly Zone[], options: Partial<ReadOptions> = {}) =>
  readFile(text, known, { ...DEFAULT, ...options }, doubtOf);

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

const read = (features: readonly object[], known: readonly Zone[] = [], options: Partial<ReadOptions> = {}) =>
  readGeoJson(JSON.stringify({ type: 'FeatureCollection', features }), known, options);

/** Corners on a circle, not closed. */
const circle = (count: number, lng = -77): Corner[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    return [-12 + Math.sin(angle) / 10, lng + Math.cos(angle) / 10];
  });
const ringOf = (corners: readonly Corner[]) => corners.map(([lat, lng]) => [lng, lat]);
const polygon = (...rings: unknown[][]) => ({ type: 'Polygon', coordinates: rings });

describe('GeoJSON of zones', () => {
  it('reads what it wrote', () => {
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

  it('rounds corners to a metre, and skips equal ones', () => {
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
            [-77, -12],
            [-76, -11],
            [-76, -12],
            [-77, -11],
            [-77, -12],
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
    ['too many corners', { type: 'Polygon', coordinates: [Array(20_001).fill([0, 0])] }, 'más de 20,000 esquinas'],
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
  ])('rejects a file that is not GeoJSON: %.20s', (text, sentence) => {
    const { zones, problems } = readGeoJson(text, []);
    expect(zones).toEqual([]);
    expect(problems[0]).toContain(sentence);
  });
});

describe('names of zones in a file', () => {
  const names = (properties: readonly object[], nameKey: string | null = null) =>
    read(
      properties.map((each, at) => feature(polygon(ringOf(circle(4, -77 + at / 5))), each)),
      [],
      { nameKey },
    );

  it('may be numbers, and are where programs write them', () => {
    const { zones, nameKeys } = names([{ name: 12 }, { id: 7, NOMBDIST: 'BREÑA' }, { name: '  ', Distrito: 'Ate' }]);
    expect(zones.map(({ input }) => input.name)).toEqual(['12', 'BREÑA', 'Ate']);
    expect(nameKeys).toEqual(['name', 'id', 'NOMBDIST', 'Distrito']);
  });

  it('are in the property that a person chooses', () => {
    const { zones } = names([{ name: 'a', SECTOR: 'Uno' }, { name: 'b' }], 'SECTOR');
    expect(zones.map(({ input }) => input.name)).toEqual(['Uno', 'Zona 2']);
  });
});

describe('the place of zones in a file', () => {
  const swapped = feature(polygon(circle(4).map(([lat, lng]) => [lat, lng])));

  it('is swapped after a question, only in the zones that need it', () => {
    const sound = feature(polygon(RING), { name: 'Sur' });
    const asked = read([swapped, sound]);
    expect([asked.swappable, asked.zones.map(({ input }) => input.name)]).toEqual([['Norte'], ['Sur']]);
    const { zones, swappable, problems } = read([swapped, sound], [], { swaps: true });
    expect([swappable, problems]).toEqual([['Norte'], []]);
    expect(zones.map(({ input }) => input.corners[0])).toEqual([
      [-12, -76.9],
      [-12.2, -77],
    ]);
  });

  it('is not abroad, and gets a note far from the office', () => {
    const at = (lat: number, lng: number) => feature(polygon(ringOf(circle(4).map(([y, x]) => [y + lat, x + lng]))));
    expect(read([at(40, 80)]).problems).toEqual(['«Norte»: queda fuera del Perú']);
    const { zones, notes } = read([at(-4.4, 5.5)]);
    expect([zones.length, notes]).toEqual([1, ['«Norte»: queda lejos de la provincia de la oficina']]);
  });

  it('may be partly at sea, or around the office', () => {
    const around = feature(
      polygon(
        ringOf([
          [-30, -90],
          [-30, -60],
          [5, -60],
          [5, -90],
        ]),
      ),
    );
    const coast = feature(
      polygon(
        ringOf([
          [-12, -78],
          [-12, -77],
          [-12.2, -77],
          [-12.2, -78],
        ]),
      ),
      { name: 'Costa' },
    );
    expect(read([around, coast])).toMatchObject({ problems: [], notes: [], swappable: [] });
  });
});

describe('«Simplificar»', () => {
  const hole = feature(polygon(ringOf(circle(8)), ringOf(circle(5))), { name: 'Hueco' });
  const parts = feature(
    { type: 'MultiPolygon', coordinates: [[ringOf(circle(8))], [ringOf(circle(8, -76.5))]] },
    { name: 'Partes' },
  );
  const large = feature(polygon(ringOf(circle(4000))), { name: 'Grande' });

  it('makes zones fit, and reports the changes', () => {
    const before = read([hole, parts, large]);
    expect([before.zones, before.simplifiable, before.problems.length]).toEqual([[], 3, 3]);
    const { zones, problems, notes } = read([hole, parts, large], [], { simplifies: true });
    expect(problems).toEqual([]);
    expect(zones.map(({ input }) => input.name)).toEqual(['Hueco', 'Partes 1', 'Partes 2', 'Grande']);
    expect(notes).toEqual([
      '«Hueco»: su hueco queda dentro de la zona',
      '«Partes»: sus 2 partes son zonas separadas',
      expect.stringMatching(/^«Grande»: de 4,000 a \d+ esquinas, hasta 5 m del borde original$/),
    ]);
  });

  it('keeps the border within the reported distance, and never crosses it', () => {
    const ragged = circle(3000).map(([lat, lng], at): Corner => [lat + (at % 7) / 20_000, lng]);
    const { corners = [], meters = 0 } = simplified(ragged, MAX_CORNERS) ?? {};
    expect(corners.length).toBeLessThanOrEqual(MAX_CORNERS);
    const inside = zoneFinder([{ id: 1, corners }]);
    const around = (share: number) =>
      circle(200).map(([lat, lng]) =>
        inside({ lat: -12 + (lat + 12) * share, lng: -77 + (lng + 77) * share, approximate: false }),
      );
    // The radius is 11 km.
    expect(around(1 - (2 * meters + 40) / 10_800).flat()).toHaveLength(200);
    expect(around(1 + (2 * meters + 80) / 10_800).flat()).toHaveLength(0);
  });

  it('does not deform a zone that has no simpler shape', () => {
    const star = circle(2000).map(([lat, lng], at): Corner =>
      at % 2 ? [lat, lng] : [-12 + (lat + 12) / 9, -77 + (lng + 77) / 9],
    );
    expect(read([feature(polygon(ringOf(star)))], [], { simplifies: true }).problems).toEqual([
      '«Norte»: no se puede simplificar sin deformarla',
    ]);
  });
});

it('rejects a file with more corners than one import allows, unless it is simplified', () => {
  const zones = Array.from({ length: 41 }, (_, at) =>
    zone({ name: `Zona ${at}`, corners: circle(500, -76.9).map(([lat, lng]) => [lat, lng]) }),
  );
  const file = toGeoJson(zones);
  expect(readGeoJson(file, [])).toMatchObject({
    zones: [],
    simplifiable: 41,
    problems: ['El archivo tiene 20,500 esquinas; simplifíquelo o divídalo: el máximo es 20,000'],
  });
  expect(readGeoJson(file, [], { simplifies: true }).zones).toHaveLength(41);
});
