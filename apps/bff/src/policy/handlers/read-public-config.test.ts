import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Services } from '#services.ts';
import { readPublicConfig } from './read-public-config.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const read = (config: object, operations?: object, archive?: object) =>
  readPublicConfig({
    services: { config: { PROVIDER_NAME: 'Despacho', ...config }, operations, archive } as unknown as Services,
  } as never);

describe('readPublicConfig', () => {
  it('G10: returns the provider and the available sections', async () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const plain = {
      provider: 'Despacho',
      version,
      sections: { operations: false, directory: false, tiles: false, storage: false },
      streets: null,
      attribution: null,
    };
    expect(await read({})).toEqual(plain);
    expect(await read({}, {})).toEqual({ ...plain, sections: { ...plain.sections, operations: true } });
    const storage = await read({ STORAGE_URL: new URL('http://almacen') });
    expect(storage.sections).toEqual({ ...plain.sections, storage: true });
  });

  it('offers people and clients only where the dispatch service answers the legacy calls', async () => {
    const [own, other] = ['http://servicio:4000', 'https://legado.example'];
    const hosts = (api: string, base: string) => ({
      OPERATIONS_URL: new URL(`${own}/operations`),
      API_URL: new URL(`${api}/api`),
      BASE_URL: new URL(`${base}/base`),
    });
    const offered = async (config: object) => (await read(config, {})).sections.directory;
    expect(await offered(hosts(own, own))).toBe(true);
    expect(await offered(hosts(other, own))).toBe(false);
    expect(await offered(hosts(own, other))).toBe(false);
    expect(await offered({ ...hosts(own, own), OPERATIONS_URL: undefined })).toBe(false);
  });

  it('G10: returns whether there are tiles, and their attribution, but no address or key', async () => {
    const tiles = { TILES_URL: { href: 'https://tiles.example.pe?key=secret' }, TILES_ATTRIBUTION: '© OpenStreetMap' };
    const answer = await read(tiles);
    expect(answer.sections).toEqual({ operations: false, directory: false, tiles: true, storage: false });
    expect(answer.attribution).toBe('© OpenStreetMap');
    expect(JSON.stringify(answer)).not.toMatch(/secret|example/);
  });

  it('G10: returns the area of vector tiles, but not their file', async () => {
    const range = { minZoom: 0, maxZoom: 15, bounds: { west: -77.3, south: -12.4, east: -76.7, north: -11.7 } };
    const answer = await read({ TILES_FILE: '/srv/secret.pmtiles' }, undefined, { range });
    expect([answer.sections.tiles, answer.streets, answer.attribution]).toEqual([true, range, null]);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
