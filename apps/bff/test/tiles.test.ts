import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSessionId, sessionKey } from '#session/session-id.ts';
import { Browser, kindOf, Phone } from './support/browser.ts';
import { type Respond } from './support/fake-upstream.ts';
import { type Gateway, startGateway, TILES_KEY } from './support/gateway.ts';
import { TILE } from './support/tile-server.ts';

let gateway: Gateway;
let nadie: Browser;
beforeAll(async () => {
  gateway = await startGateway({ TILES_ATTRIBUTION: '© Quien hizo el mapa' });
  nadie = new Browser(gateway);
  await nadie.signIn(gateway.legacy.users.nadie);
});
beforeEach(() => {
  gateway.tiles.hits.length = 0;
});
afterAll(() => gateway.close());

/** Requests the tile 3/1/2 while the tile server answers in this way. */
async function readWhile(respond: Respond) {
  gateway.tiles.on('GET /mapa/3/1/2', respond);
  const response = await nadie.get('/tiles/3/1/2');
  gateway.tiles.on('GET /mapa/3/1/2', undefined);
  return response;
}

describe('the map’s tiles', () => {
  it('C1: come from the gateway’s origin, the only one allowed for images', async () => {
    const response = await nadie.get('/tiles/3/1/2');
    expect([response.status, response.body]).toEqual([200, TILE]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(TILE.length),
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(response.headers['content-security-policy']).split(';');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "img-src 'self' blob: data:"]));
    expect(gateway.tiles.hits.map(({ path, query }) => [path, query])).toEqual([['/mapa/3/1/2', { key: TILES_KEY }]]);
    expect((await nadie.get('/api/config')).body).toMatchObject({
      sections: { tiles: true },
      attribution: '© Quien hizo el mapa',
    });
  });

  it('C3: the tile server learns nothing about the user, and its headers are dropped', async () => {
    const response = await nadie.get('/tiles/3/1/2', {
      authorization: 'Bearer own',
      referer: 'http://localhost:3000/map',
      'user-agent': 'Mozilla/5.0',
      'accept-language': 'es-PE',
      'if-none-match': '"a"',
      'x-forwarded-for': '200.1.2.3',
      'x-custom': '1',
    });
    expect(response.status).toBe(200);
    const { host, ...headers } = gateway.tiles.hits[0]?.headers ?? {};
    expect(gateway.tiles.url).toContain(host);
    expect(headers).toEqual({
      accept: 'image/png, image/jpeg, image/webp',
      'accept-encoding': 'identity',
      connection: 'keep-alive',
      'user-agent': 'despacho-gateway',
    });
    for (const name of ['set-cookie', 'server', 'access-control-allow-origin'])
      expect(response.headers[name]).toBeUndefined();
  });

  it('require a session', async () => {
    expect(kindOf(await new Browser(gateway).get('/tiles/3/1/2'))).toBe('no-session');
    expect(kindOf(await nadie.get('/tiles/3/1/2', { 'sec-fetch-site': 'cross-site' }))).toBe('wrong-origin');
    expect(gateway.tiles.hits).toEqual([]);
  });

  it.each(['23/0/0', '3/8/0', '3/0/8', '3/1/2.png', '3/-1/2', '03/1/2', 'z/x/y', '3/1/2?key=mine', '3/1/%32%20'])(
    'do not exist at %s',
    async (place) => {
      expect(kindOf(await nadie.get(`/tiles/${place}`))).toBe('invalid-request');
      expect(gateway.tiles.hits).toEqual([]);
    },
  );

  it.each(['/tiles', '/tiles/', '/tiles/3/1', '/tiles/3/1/2/', '/tiles/3/1/2/3', '/api/tiles/3/1/2'])(
    'do not exist at %s, not even as a page',
    async (path) => {
      expect(kindOf(await nadie.get(path, { accept: 'text/html' }))).toBe('not-found');
      expect(gateway.tiles.hits).toEqual([]);
    },
  );

  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['image/webp', 'image/webp'],
    ['IMAGE/PNG; charset=binary', 'image/png'],
  ])('may be %s', async (sent, received) => {
    const response = await readWhile((_hit, res) => res.writeHead(200, { 'content-type': sent }).end(TILE));
    expect([response.status, response.headers['content-type'], response.body]).toEqual([200, received, TILE]);
  });

  const image = { 'content-type': 'image/png' };
  it.each<[what: string, kind: string, respond: Respond]>([
    ['404', 'not-found', (_hit, res) => res.writeHead(404, image).end(TILE)],
    ['204', 'not-found', (_hit, res) => res.writeHead(204).end()],
    ['403', 'upstream-refused', (_hit, res) => res.writeHead(403, image).end(TILE)],
    ['429', 'unavailable', (_hit, res) => res.writeHead(429).end()],
    ['500', 'upstream-failed', (_hit, res) => res.writeHead(500, image).end(TILE)],
    ['504', 'upstream-timeout', (_hit, res) => res.writeHead(504).end()],
    ['a redirect', 'upstream-broken', (_hit, res) => res.writeHead(302, { location: 'http://tiles.example/' }).end()],
    ['a page', 'upstream-broken', (_hit, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['a drawing', 'upstream-broken', (_hit, res) => res.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<s>')],
    ['no type', 'upstream-broken', (_hit, res) => res.writeHead(200).end(TILE)],
    [
      'bytes packed',
      'upstream-broken',
      (_h, res) => res.writeHead(200, { ...image, 'content-encoding': 'gzip' }).end(),
    ],
    ['too much', 'upstream-broken', (_hit, res) => res.writeHead(200, image).end(Buffer.alloc(1024 * 1024 + 1))],
    [
      'half of it',
      'upstream-broken',
      (_hit, res) => {
        res.writeHead(200, { ...image, 'content-length': '100' }).write(TILE.subarray(0, 20));
        setTimeout(() => res.destroy(), 50);
      },
    ],
    ['nothing in time', 'upstream-timeout', () => undefined],
    ['a closed door', 'upstream-unreachable', (_hit, _res, req) => req.socket.destroy()],
  ])('a tile server that answers %s is a problem (%s), which is not cached', async (_what, kind, respond) => {
    const response = await readWhile(respond);
    expect(kindOf(response)).toBe(kind);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['location']).toBeUndefined();
  });

  it('may be as large as a photograph', async () => {
    const large = Buffer.alloc(1024 * 1024, 7);
    const response = await readWhile((_hit, res) => res.writeHead(200, image).end(large));
    expect(large.equals(response.body as Buffer)).toBe(true);
  });
});

describe('the tiles of a courier’s phone', () => {
  /** A connected phone. The area of its stops lies in 12/1171/2186 and the tile below it. */
  async function phoneOf(of: Gateway): Promise<Phone> {
    const phone = new Phone(of);
    const id = newSessionId();
    of.dispatch.phones.add(sessionKey(id));
    phone.cookies.set('despacho-reparto', id);
    expect((await phone.get('/api/field/session')).status).toBe(200);
    of.dispatch.hits.length = 0;
    return phone;
  }

  it('G41: are sent around its stops, without data about the courier, and only its service worker stores them', async () => {
    const phone = await phoneOf(gateway);
    const response = await phone.get('/api/field/tiles/12/1171/2186');
    expect([response.status, response.body, response.headers['cache-control']]).toEqual([200, TILE, 'no-store']);
    expect(gateway.tiles.hits.map(({ path }) => path)).toEqual(['/mapa/12/1171/2186']);
    expect(Object.keys(gateway.tiles.hits[0]?.headers ?? {})).not.toContain('cookie');
    expect(gateway.dispatch.hits.map(({ path }) => path)).toEqual([
      '/operations/field/session',
      '/operations/field/area',
    ]);
  });

  it.each([
    '12/1170/2186',
    '12/1172/2186',
    '12/1171/2185',
    '12/1171/2188',
    '17/0/0',
    '9/146/273',
    '18/74965/139938',
    '0/0/0',
  ])('G41: do not exist at %s, which is not around its stops', async (place) => {
    const phone = await phoneOf(gateway);
    expect(kindOf(await phone.get(`/api/field/tiles/${place}`))).toBe('not-found');
    expect(gateway.tiles.hits).toEqual([]);
  });

  it('G41: do not exist for a courier without stops', async () => {
    const phone = await phoneOf(gateway);
    gateway.dispatch.on('GET /operations/field/area', (_hit, res) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"area":null}'),
    );
    expect(kindOf(await phone.get('/api/field/tiles/12/1171/2186'))).toBe('not-found');
    gateway.dispatch.on('GET /operations/field/area', undefined);
    expect(gateway.tiles.hits).toEqual([]);
  });

  it('G41: require the session of a phone, and no other tiles accept it', async () => {
    const phone = await phoneOf(gateway);
    expect(kindOf(await nadie.get('/api/field/tiles/12/1171/2186'))).toBe('no-session');
    expect(kindOf(await phone.get('/tiles/12/1171/2186'))).toBe('no-session');
    gateway.dispatch.phones.clear();
    expect(kindOf(await phone.get('/api/field/tiles/12/1171/2186'))).toBe('session-ended');
    expect(gateway.tiles.hits).toEqual([]);
  });

  it('have their own rate limit, and count towards no other', async () => {
    const slow = await startGateway({ REQUESTS_PER_MINUTE: '3' });
    try {
      const phone = await phoneOf(slow);
      const statuses: number[] = [];
      for (let turn = 0; turn < 4; turn += 1)
        statuses.push((await phone.get(`/api/field/tiles/15/${9370 + turn}/17492`)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await phone.get('/api/field/session')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});

describe('the map’s tiles and the session', () => {
  it('do not keep it alive (G5)', async () => {
    const own = await startGateway();
    try {
      const [idle, busy] = [new Browser(own), new Browser(own)];
      await idle.signIn(own.legacy.users.ana);
      await busy.signIn(own.legacy.users.rosa);
      own.advance(20 * 60_000);
      expect((await idle.get('/tiles/3/1/2')).status).toBe(200);
      expect((await busy.get('/api/storage')).status).toBe(200);
      own.advance(11 * 60_000);
      expect(kindOf(await idle.get('/tiles/3/1/2'))).toBe('session-ended');
      expect((await busy.get('/tiles/3/1/2')).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('have their own rate limit, so that moving the map does not delay calls', async () => {
    const slow = await startGateway({ REQUESTS_PER_MINUTE: '3' });
    try {
      const browser = new Browser(slow);
      await browser.signIn(slow.legacy.users.ana);
      const statuses: number[] = [];
      for (let turn = 0; turn < 4; turn += 1) statuses.push((await browser.get(`/tiles/3/1/${turn}`)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await browser.get('/api/storage')).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});

describe('the address of the map’s tiles', () => {
  it('is empty unless configured', async () => {
    const without = await startGateway({ TILES_URL: undefined });
    try {
      const browser = new Browser(without);
      await browser.signIn(without.legacy.users.ana);
      expect(kindOf(await browser.get('/tiles/3/1/2'))).toBe('not-found');
      expect(without.tiles.hits).toEqual([]);
      expect((await browser.get('/api/config')).body).toMatchObject({ sections: { tiles: false }, attribution: null });
    } finally {
      await without.close();
    }
  });

  it('is below the base path', async () => {
    const below = await startGateway({ BASE_PATH: '/despacho' });
    try {
      const browser = new Browser(below);
      await browser.get('/despacho/api/auth/session');
      const { office, username, password } = below.legacy.users.ana;
      await browser.post('/despacho/api/auth/login', { sucursal: office, username, password });
      expect((await browser.get('/despacho/tiles/3/1/2')).body).toEqual(TILE);
      expect(kindOf(await browser.get('/tiles/3/1/2'))).toBe('not-found');
    } finally {
      await below.close();
    }
  });
});
