import { readFileSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { AREQUIPA, LIMA, TRUJILLO } from '../../../apps/backend/tools/demo.ts';
import graphs from '../../demo-map/street-graph.json' with { type: 'json' };
import { DEMO_ATTRIBUTION, DEMO_MAP, type StreetGraph } from './demo-map.ts';
import { demoStreetsFile } from './demo-streets.ts';

const STREETS_FILE = '../../../apps/backend/src/edge/demo/world/streets.json';

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
  const bytes = readFileSync(DEMO_MAP);
  const archive = open(bytes);

  it('is an archive of vector tiles below 2 MB', async () => {
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect(await archive.getHeader()).toMatchObject({ tileType: 1, tileCompression: 2, minZoom: 6, maxZoom: 14 });
    expect(await archive.getMetadata()).toMatchObject({ attribution: DEMO_ATTRIBUTION });
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

describe("the streets of the demo's addresses", () => {
  // To write them again: npx vitest run src/map/demo-map --update, in tooling.
  it('are those of the map', async () => {
    await expect(await demoStreetsFile()).toMatchFileSnapshot(STREETS_FILE);
  });
});

describe('the street graph of the demo', () => {
  const places = { LIMA, AREQUIPA, TRUJILLO };

  it.each(['LIMA', 'AREQUIPA', 'TRUJILLO'] as const)('joins all districts of %s by streets', (office) => {
    const { nodes, edges }: StreetGraph = graphs[office];
    const at: [lat: number, lng: number][] = [];
    for (let index = 0, lat = 0, lng = 0; index < nodes.length; index += 2)
      at.push([(lat += nodes[index] ?? 0) / 1e5, (lng += nodes[index + 1] ?? 0) / 1e5]);

    const leads = at.map(() => new Set<number>());
    for (let index = 0, from = 0; index < edges.length; index += 2) {
      from += edges[index] ?? 0;
      const to = from + (edges[index + 1] ?? 0);
      leads[from]?.add(to);
      leads[to]?.add(from);
    }
    const reached = new Set([0]);
    for (const node of reached) for (const next of leads[node] ?? []) reached.add(next);
    expect(reached.size).toBe(at.length);

    // A crossing within 150 m of each centre.
    for (const { name, lat, lng } of places[office])
      expect(Math.min(...at.map(([y, x]) => Math.hypot(y - lat, x - lng))), name).toBeLessThan(0.0014);
  });
});
