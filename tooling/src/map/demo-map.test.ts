import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDemoMap } from './demo-map.ts';
import { writePmtiles } from './pmtiles-writer.ts';
import { cutTiles } from './vector-tiles.ts';

const copied = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Reads an archive in memory, unpacked. */
function open(archive: Buffer): PMTiles {
  const source: Source = {
    getKey: () => 'demo',
    getBytes: (offset, length) => Promise.resolve({ data: copied(archive.subarray(offset, offset + length)) }),
  };
  return new PMTiles(source);
}

/** @returns the tile with this place. */
async function tileAt(archive: PMTiles, z: number, lat: number, lng: number): Promise<VectorTile> {
  const sin = Math.sin((lat * Math.PI) / 180);
  const share = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  const tile = await archive.getZxy(z, Math.floor((lng / 360 + 0.5) * 2 ** z), Math.floor(share * 2 ** z));
  return new VectorTile(new Pbf(new Uint8Array(tile?.data ?? new ArrayBuffer())));
}

/** Attributes of all features of a layer. */
function attributesOf(tile: VectorTile, name: string): Record<string, unknown>[] {
  const layer = tile.layers[name];
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index).properties ?? {});
}

describe('the map of the demo', () => {
  let bytes: Buffer;
  let archive: PMTiles;
  beforeAll(() => {
    bytes = makeDemoMap();
    archive = open(bytes);
  }, 120_000);

  it('is an archive of vector tiles below 2 MB', async () => {
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect(await archive.getHeader()).toMatchObject({ tileType: 1, tileCompression: 2, minZoom: 6, maxZoom: 14 });
    expect(await archive.getMetadata()).toMatchObject({ attribution: 'Calles de demostración' });
  });

  it('has the layers and attributes of the Protomaps basemap in San Isidro', async () => {
    const tile = await tileAt(archive, 14, -12.0905, -77.03);
    expect(Object.keys(tile.layers).sort()).toEqual(expect.arrayContaining(['buildings', 'earth', 'landuse', 'roads']));
    const roads = attributesOf(tile, 'roads');
    expect(new Set(roads.map(({ kind }) => kind))).toEqual(new Set(['highway', 'major_road', 'minor_road']));
    expect(roads).toContainEqual(
      expect.objectContaining({ kind: 'major_road', kind_detail: 'primary', name: 'Av. Arequipa', min_zoom: 9 }),
    );
    expect(attributesOf(tile, 'landuse')).toContainEqual(expect.objectContaining({ kind: 'park' }));
  });

  it('has main roads without side streets on higher levels, and names of districts', async () => {
    const tile = await tileAt(archive, 11, -12.1, -77.03);
    expect(attributesOf(tile, 'roads').map(({ kind }) => kind)).not.toContain('minor_road');
    expect(attributesOf(tile, 'places')).toContainEqual(
      expect.objectContaining({ kind: 'neighbourhood', kind_detail: 'suburb', name: 'Miraflores' }),
    );
    expect(attributesOf(tile, 'water')).toContainEqual({ kind: 'ocean' });
  });

  it('has no streets in the sea', async () => {
    const sea = await tileAt(archive, 14, -12.16, -77.1);
    expect(Object.keys(sea.layers)).toEqual(['water']);
  });

  it('has streets in Callao, Arequipa and Trujillo', async () => {
    for (const [lat, lng] of [
      [-12.0575, -77.1225],
      [-16.3988, -71.5369],
      [-8.1116, -79.0288],
    ] as const)
      expect(attributesOf(await tileAt(archive, 14, lat, lng), 'roads').length).toBeGreaterThan(20);
  });
});

describe('cutTiles', () => {
  const road = (points: [number, number][]) =>
    cutTiles([{ layer: 'roads', type: 'LineString', points, from: 0, attributes: { kind: 'highway' } }], 1, 1);

  it('cuts a line at the edges of tiles, with a margin', () => {
    const tiles = road([
      [-90, 10],
      [90, 10],
    ]);
    expect(tiles.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    const layer = new VectorTile(new Pbf(tiles[0]?.bytes)).layers['roads'];
    expect(
      layer
        ?.feature(0)
        .loadGeometry()[0]
        ?.map(({ x }) => x),
    ).toEqual([2048, 4096 + 80]);
  });

  it('writes the rings of polygons clockwise, as the format requires', () => {
    const ring: [number, number][] = [
      [-90, 10],
      [-90, 60],
      [-10, 60],
      [-10, 10],
    ];
    for (const points of [ring, ring.toReversed()]) {
      const [tile] = cutTiles([{ layer: 'water', type: 'Polygon', points, from: 0, attributes: {} }], 1, 1);
      const feature = new VectorTile(new Pbf(tile?.bytes)).layers['water']?.feature(0);
      const outline = feature?.loadGeometry()[0] ?? [];
      const area = outline.reduce((sum, { x, y }, index) => {
        const before = outline.at(index - 1) ?? { x, y };
        return sum + before.x * y - x * before.y;
      }, 0);
      expect(area).toBeGreaterThan(0);
    }
  });
});

describe('writePmtiles', () => {
  it('stores equal tiles once and finds each', async () => {
    const bytes = Buffer.from('same');
    const tiles = [
      { z: 3, x: 1, y: 2, bytes },
      { z: 3, x: 2, y: 2, bytes },
      { z: 4, x: 2, y: 4, bytes: Buffer.from('other') },
    ];
    const file = writePmtiles(tiles, [-80, -10, -70, 0]);
    const archive = open(file);
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: 3, numTileContents: 2 });
    for (const { z, x, y, bytes: wanted } of tiles)
      expect(Buffer.from(new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer()))).toEqual(wanted);
    expect(await archive.getZxy(3, 3, 2)).toBeUndefined();
  });

  it('rejects an archive without tiles', () => {
    expect(() => writePmtiles([], [0, 0, 1, 1])).toThrow(RangeError);
  });
});
