import { truncateSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { STREETS, writeArchive } from './support/tile-file.ts';

const FROM_FILE = { TILES_URL: undefined, TILES_FILE: writeArchive() };

let gateway: Gateway;
let nadie: Browser;
beforeAll(async () => {
  gateway = await startGateway(FROM_FILE);
  nadie = new Browser(gateway);
  await nadie.signIn(gateway.legacy.users.nadie);
});
afterAll(() => gateway.close());

describe('tiles of a file', () => {
  it('are sent compressed as they are stored, and cached privately', async () => {
    const response = await nadie.getBytes('/tiles/12/1171/2186', { 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'cache-control': 'private, max-age=86400',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
      'x-content-type-options': 'nosniff',
    });
    expect(gunzipSync(response.body as Buffer)).toEqual(STREETS);
    expect(gateway.tiles.hits).toEqual([]);
  });

  it('get a 304 while they are unchanged', async () => {
    const { etag } = (await nadie.get('/tiles/12/1171/2186')).headers as { etag: string };
    const again = await nadie.get('/tiles/12/1171/2186', { 'if-none-match': etag });
    expect([again.status, again.headers['etag'], again.headers['cache-control']]).toEqual([
      304,
      etag,
      'private, max-age=86400',
    ]);
    expect((await nadie.get('/tiles/12/1172/2186', { 'if-none-match': etag })).status).toBe(304);
    expect((await nadie.get('/tiles/12/1171/2186', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('are unpacked for a client without gzip', async () => {
    const response = await nadie.getBytes('/tiles/12/1171/2186', { 'accept-encoding': 'identity' });
    expect([response.headers['content-encoding'], response.body]).toEqual([undefined, STREETS]);
  });

  it.each(['12/1170/2186', '11/585/1093', '22/0/0', '0/0/0'])('are 204 at %s, where there are none', async (place) => {
    const { status, headers } = await nadie.get(`/tiles/${place}`);
    expect([status, headers['cache-control']]).toEqual([204, 'private, max-age=86400']);
  });

  it.each(['23/0/0', '3/8/0', '3/0/8', '12/1171/2186.pbf', '12/-1/2186', '012/1171/2186', 'z/x/y', '12/1171/2186?a=1'])(
    'do not exist at %s',
    async (place) => {
      const response = await nadie.get(`/tiles/${place}`);
      expect([response.status, kindOf(response)]).toEqual([400, 'invalid-request']);
    },
  );

  it('require a session', async () => {
    expect(kindOf(await new Browser(gateway).get('/tiles/12/1171/2186'))).toBe('no-session');
    expect(kindOf(await nadie.get('/tiles/12/1171/2186', { 'sec-fetch-site': 'cross-site' }))).toBe('wrong-origin');
  });

  it('G27: are rejected above the size that their row allows', async () => {
    const response = await nadie.get('/tiles/13/2342/4372');
    expect([kindOf(response), response.headers['cache-control']]).toEqual(['upstream-broken', 'no-store']);
  });

  it('are announced with their area, and without an attribution', async () => {
    expect((await new Browser(gateway).get('/api/config')).body).toMatchObject({
      sections: { tiles: true },
      streets: { minZoom: 12, maxZoom: 13, bounds: { west: -77.2, south: -12.3, east: -76.8, north: -11.8 } },
      attribution: null,
    });
  });

  it('share the rate limit of tiles', async () => {
    const slow = await startGateway({ ...FROM_FILE, REQUESTS_PER_MINUTE: '3' });
    try {
      const browser = new Browser(slow);
      await browser.signIn(slow.legacy.users.ana);
      const statuses: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) statuses.push((await browser.get(`/tiles/3/1/${turn}`)).status);
      expect(statuses).toEqual([204, 204, 204, 429]);
      expect((await browser.get('/api/storage')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });

  it('are rejected once the file is truncated, and the gateway keeps running', async () => {
    const path = writeArchive();
    const cut = await startGateway({ ...FROM_FILE, TILES_FILE: path });
    try {
      const browser = new Browser(cut);
      await browser.signIn(cut.legacy.users.ana);
      truncateSync(path, 300);
      expect(kindOf(await browser.get('/tiles/12/1171/2186'))).toBe('upstream-broken');
      expect((await browser.get('/api/storage')).status).toBe(200);
    } finally {
      await cut.close();
    }
  });
});
