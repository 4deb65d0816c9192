import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from './support/browser.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  request(gateway.server)
    .get(path)
    .set(headers)
    .ok(() => true);

describe('the pages', () => {
  it.each(['/', '/index.html', '/clients', '/clients/7', '/auth/login', '/error/403', '/no/such/screen'])(
    'S4: %s opens the application, which is always revalidated',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.text).toContain('<base href="/"');
      expect(response.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(response.headers['set-cookie']).toBeUndefined();
    },
  );

  it.each(['/r', '/r/', '/courier.html'])(
    'G41 G30: %s opens the courier’s page, without a redirect and with camera and place',
    async (path) => {
      const { status, text, headers } = await get(path);
      expect([status, /<title>(.*)<\/title>/.exec(text)?.[1]]).toEqual([200, 'Mi ruta']);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'") as string,
      });
      const policy = headers['permissions-policy'] ?? '';
      const open = [...policy.matchAll(/([\w-]+)=\(self\)/g)].map(([, name]) => name);
      expect(open).toEqual(['camera', 'geolocation', 'screen-wake-lock']);
      expect((await get('/')).headers['permissions-policy']).not.toMatch(/(camera|geolocation|wake-lock)=\(self\)/);
    },
  );

  it.each(['/c', '/c/', '/guest.html'])(
    'G42 G30: %s opens the guests’ page, without a redirect, index, referrer or frame',
    async (path) => {
      const { status, text, headers } = await get(path);
      expect([status, /<title>(.*)<\/title>/.exec(text)?.[1]]).toEqual([200, 'Constancia']);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      });
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['permissions-policy']).not.toMatch(/(camera|geolocation|wake-lock)=\(self\)/);
      expect(headers['set-cookie']).toBeUndefined();
      const others = (await get('/')).headers;
      expect([others['x-robots-tag'], others['referrer-policy']]).toEqual([undefined, 'same-origin']);
    },
  );

  it.each([
    ['/r/sw.js', /^text\/javascript/],
    ['/r/manifest.webmanifest', /^application\/manifest\+json/],
  ])('G41 G30: serves %s, always revalidated and with the strict policy', async (path, type) => {
    const { status, headers } = await get(path, { accept: '*/*', 'sec-fetch-dest': 'serviceworker' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(type);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    // No wider scope than its own folder.
    expect(headers['service-worker-allowed']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['/r/clients', '/R/', '/reparto', '/c/clients', '/C/'])('opens the application at %s', async (path) => {
    expect((await get(path)).text).toContain('<title>Despacho</title>');
  });

  it('answers 304 for a cached page, and compresses the others', async () => {
    const { headers } = await get('/clients');
    expect((await get('/', { accept: 'text/html', 'if-none-match': headers['etag'] ?? '' })).status).toBe(304);
    expect((await get('/', { accept: 'text/html', 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect(
      (await get('/', { accept: 'text/html', 'accept-encoding': 'identity' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it.each(['/', '/assets/main-abc123.js'])('has no strong validator for %s, whose encodings differ', async (path) => {
    const encodings = ['br', 'identity'];
    const answers = await Promise.all(encodings.map((coding) => get(path, { 'accept-encoding': coding })));
    const [compressed, plain] = answers.map(({ headers }) => String(headers['etag']));
    expect([answers[0]?.headers['content-encoding'], answers[1]?.headers['content-encoding']]).toEqual([
      'br',
      undefined,
    ]);
    expect(compressed === plain && compressed?.startsWith('"')).toBe(false);
  });

  it('serves precompressed hashed files, cached for a year', async () => {
    const plain = await get('/assets/main-abc123.js', { 'accept-encoding': 'identity' });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const parts = async (encoding: string) => {
      const { headers } = await get('/assets/main-abc123.js', { 'accept-encoding': encoding });
      return headers['content-encoding'] as unknown;
    };
    expect([await parts('gzip, br'), await parts('gzip')]).toEqual(['br', 'gzip']);
  });

  it.each(
    `/assets/gone.js /assets/ /clients.css /.env /.vite/manifest.json /../package.json
    /%2e%2e/package.json /favicon.ico`.split(/\s+/),
  )('serves nothing at %s', async (path) => {
    const response = await get(path, { accept: '*/*' });
    expect([400, 404]).toContain(response.status);
    expect(['not-found', 'invalid-request']).toContain(kindOf(response));
  });

  it.each(['//evil.example/', '/clients//7', '/a%2fb', '/clients/%2e%2e'])(
    'opens nothing at the odd target %s',
    async (path) => {
      expect(kindOf(await get(path))).toBe('invalid-request');
    },
  );

  it('serves pages only to navigations: scripts, posts and the API get a problem', async () => {
    expect((await get('/clients', { accept: 'application/json' })).status).toBe(404);
    expect(
      (
        await request(gateway.server)
          .post('/clients')
          .set('accept', 'text/html')
          .ok(() => true)
      ).status,
    ).toBe(404);
    expect((await get('/api/nothing')).status).toBe(404);
    expect((await get('/assets/x')).status).toBe(404);
    expect((await get('/.well-known/x.y')).status).toBe(404);
  });

  it.each(['bytes=5-2', 'bytes=-1', 'bytes=0-3', 'bytes=999-', 'lines=1'])(
    'sends whole files whatever range is requested: %s',
    async (range) => {
      const response = await get('/assets/main-abc123.js', { range, 'accept-encoding': 'identity' });
      expect([response.status, response.text]).toEqual([200, 'console.log("plain")']);
    },
  );

  it('survives a file that was deleted after the start', async () => {
    const other = await startGateway();
    try {
      await rm(join(other.pagesRoot, 'assets', 'main-abc123.js'));
      const gone = request(other.server).get('/assets/main-abc123.js').set('accept-encoding', 'identity');
      await expect(gone).rejects.toThrow();
      expect((await request(other.server).get('/api/config')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('is served only below the configured base path', async () => {
    const below = await startGateway({ BASE_PATH: '/despacho' });
    try {
      const at = (path: string) =>
        request(below.server)
          .get(path)
          .set('accept', 'text/html')
          .ok(() => true);
      expect((await at('/despacho/clients')).text).toContain('<base href="/despacho/"');
      expect((await at('/despacho/assets/main-abc123.js')).status).toBe(200);
      expect((await at('/despacho/api/config')).status).toBe(200);
      expect((await at('/despacho/api/auth/session')).headers['set-cookie']?.[0]).toContain('Path=/;');
      expect((await at('/api/config')).status).toBe(404);
      expect((await at('/clients')).status).toBe(404);
      expect((await at('/despachox/clients')).status).toBe(404);
    } finally {
      await below.close();
    }
  });
});

describe('headers of every response', () => {
  it.each([
    '/',
    '/r/sw.js',
    '/nothing.txt',
    '/api/config',
    '/api/auth/session',
    '/api/clients',
    '/api/nothing',
    '/%zz',
    '//x',
  ])('C1: %s has the strict policy', async (path) => {
    const { headers } = await get(path);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
  });
});
