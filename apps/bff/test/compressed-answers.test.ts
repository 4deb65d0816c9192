import { type FieldRoute, type FieldStop } from '@despacho/contracts/dispatch';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAST_BYTES } from '#policy/send-json.ts';
import { Browser, Phone } from './support/browser.ts';
import { sendJson } from './support/fake-upstream.ts';
import { newSessionId, sessionKey } from '#session/session-id.ts';
import { type Gateway, ORIGIN, startGateway } from './support/gateway.ts';
import { withHeaders } from './support/refused.ts';
import { send } from './support/send.ts';
import { madeFrom, operationOf, requestOf } from './support/sweep.ts';

const CLIENTS = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, name: `Bodega Ñandú ${index}` }));

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  gateway.legacy.on('GET /base/clients/', (_hit, res) => {
    sendJson(res, 200, CLIENTS);
  });
});
afterAll(() => gateway.close());

/** The response as it is on the wire. */
async function raw(path: string, headers: Record<string, string>) {
  const answered = Promise.withResolvers<{ status: number; headers: Record<string, unknown>; body: Buffer }>();
  const given = { host: new URL(ORIGIN).host, cookie: ana.cookieHeader, 'sec-fetch-site': 'same-origin', ...headers };
  httpRequest({ host: '127.0.0.1', port: gateway.port, path, headers: given }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const { statusCode: status = 0 } = answer;
      answered.resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) });
    });
  })
    .on('error', answered.reject)
    .end();
  return answered.promise;
}

describe('a compressed response', () => {
  const plain = JSON.stringify(CLIENTS);

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is %s of the whole response for "%s"', async (accepted, coding, decode) => {
    const { headers, body } = await raw('/api/clients', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(decode(body).toString()).toBe(plain);
    expect(body.length).toBeLessThan(plain.length / 4);
  });

  it.each(['identity', 'gzip;q=0, br;q=0'])('is uncompressed for "%s"', async (accepted) => {
    const { headers, body } = await raw('/api/clients', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, plain]);
  });

  it('G11: never contains what the gateway itself answers, however long', async () => {
    // Long enough to be compressed, if it were data.
    for (let others = 0; others < 9; others += 1) await new Browser(gateway).signIn(gateway.legacy.users.ana);
    for (const path of ['/api/auth/sessions', '/api/auth/session', '/api/config', '/api/storage']) {
      const { headers, body } = await raw(path, { 'accept-encoding': 'br' });
      expect([path, headers['content-encoding'], headers['etag']]).toEqual([path, undefined, undefined]);
      if (path.endsWith('sessions')) expect(body.length).toBeGreaterThan(LEAST_BYTES);
    }
  });

  it('G11: never answers a write, however long', async () => {
    const id = 'assignments.unassign';
    const outcomes = Array.from({ length: 60 }, (_, index) => ({
      ok: true,
      id: `${index}`,
      code: `P-${index}`,
      version: 1,
      changed: true,
    }));
    gateway.dispatch.on('POST /operations/assignments/unassign', (_hit, res) => {
      sendJson(res, 200, { batch: 'b', at: '2026-11-20T15:00:00.000Z', undoUntil: null, outcomes, warnings: [] });
    });
    const parts = { ...madeFrom(operationOf(id)), query: { officeId: 'LIMA' } };
    const { status, text, headers } = await send(
      gateway,
      withHeaders(requestOf(ana, id, parts), [['Accept-Encoding', 'br']]),
    );
    expect([status, headers['content-encoding'], headers.etag]).toEqual([200, undefined, undefined]);
    expect(text.length).toBeGreaterThan(LEAST_BYTES);
  });

  it('is not used for a small response', async () => {
    const { headers } = await raw('/api/clients/7', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, undefined]);
  });
});

describe('a conditional request', () => {
  it('G31: is answered 304 while the response is the same, and stays no-store', async () => {
    const first = await raw('/api/clients', { 'accept-encoding': 'br' });
    const etag = String(first.headers['etag']);
    // As browsers send it: a validator set by the page comes with no-cache.
    const again = await raw('/api/clients', { 'if-none-match': etag, 'cache-control': 'no-cache' });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
    for (const { headers } of [first, again]) expect(headers['cache-control']).toBe('no-store');
    expect((await raw('/api/clients', { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
  });

  it('is sent in full after a change', async () => {
    const first = await raw('/api/clients', {});
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, CLIENTS.slice(1));
    });
    const again = await raw('/api/clients', { 'if-none-match': String(first.headers['etag']) });
    expect(again.status).toBe(200);
    expect(again.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('is refused without a session, whatever its validator', async () => {
    const etag = String((await raw('/api/clients', {})).headers['etag']);
    expect((await raw('/api/clients', { cookie: '', 'if-none-match': etag })).status).toBe(401);
  });

  describe('with a version of the dispatch service', () => {
    const PATH = '/api/orders/counts?officeId=LIMA';
    const COUNTS = { total: 3, more: true, flags: null };
    /** The versions that the service was offered. */
    let offered: unknown[] = [];

    /** The service states a version of its answer, and confirms it. */
    const answerWith = (version: string, counts: object = COUNTS) => {
      offered = [];
      gateway.dispatch.on('GET /operations/orders/counts', ({ headers }, res) => {
        offered.push(headers['if-none-match']);
        res.setHeader('ETag', `W/"${version}"`);
        if (headers['if-none-match'] === `W/"${version}"`) res.writeHead(304).end();
        else sendJson(res, 200, counts);
      });
    };
    const ask = (etag = '', as = ana) => as.get(PATH, { 'if-none-match': etag });

    it('is confirmed by the service, however small the response', async () => {
      answerWith('one');
      const first = await ask();
      const etag = String(first.headers['etag']);
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"one\.[\w-]+\.[\w-]{43}"$/)]);
      const again = await ask(etag);
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
      expect(offered).toEqual([undefined, 'W/"one"']);
      expect(again.headers['cache-control']).toBe('no-store');
    });

    it('is confirmed by the gateway if another version has the same response', async () => {
      answerWith('one');
      const etag = String((await ask()).headers['etag']);
      answerWith('two');
      const again = await ask(etag);
      expect([again.status, again.headers['etag']]).toEqual([304, etag.replace('one', 'two')]);
      answerWith('three', { ...COUNTS, total: 4 });
      expect((await ask(etag)).status).toBe(200);
    });

    it('passes on no version of another build or of another form', async () => {
      answerWith('one');
      const etag = String((await ask()).headers['etag']);
      const others = [etag.replace(/\.[\w-]+\./, '.other-build.'), etag.slice(2), 'W/"one"', '*', 'W/"one" x'];
      offered = [];
      for (const other of others) await ask(other);
      expect(offered).toEqual(others.map(() => undefined));
    });

    it('is refused without a session and without a call of the service', async () => {
      answerWith('one');
      const etag = String((await ask()).headers['etag']);
      offered = [];
      expect((await ask(etag, new Browser(gateway))).status).toBe(401);
      expect(offered).toEqual([]);
    });
  });

  describe('with the time of the answer', () => {
    const STOP: FieldStop = {
      id: 'order-1',
      version: 1,
      attempt: 1,
      sequence: null,
      code: 'P-000001',
      state: 'asignada',
      client: 'Bodega Ñandú',
      recipient: { name: 'Rosa Quispe', phone: '987654321' },
      place: { address: 'Av. Arica 1', reference: '', district: 'Breña', lat: -12.05, lng: -77.05, approximate: false },
      window: null,
      dueAt: '2026-11-24T20:00:00.000Z',
      packages: 1,
      collectDue: null,
      note: null,
      courierNote: null,
      priority: 'normal',
      reason: null,
      closedAt: null,
    };
    // Longer than the smallest response that gets an ETag.
    const ROUTE: FieldRoute = {
      now: '2026-11-24T15:00:00.000Z',
      day: '2026-11-24',
      startedAt: null,
      end: null,
      stops: ['1', '2', '3', '4'].map((serial) => ({ ...STOP, id: `order-${serial}` })),
      reasons: [{ code: 'ausente', name: 'Ausente' }],
      office: { phone: null, whatsapp: 'Hola {nombre}' },
      requires: { delivered: ['entrega'], failed: [] },
    };
    const LATER = { ...ROUTE, now: '2026-11-24T15:00:20.000Z' };
    const [first, ...others] = ROUTE.stops;

    let phone: Phone;
    beforeAll(async () => {
      const id = newSessionId();
      gateway.dispatch.phones.add(sessionKey(id));
      phone = new Phone(gateway);
      phone.cookies.set('despacho-reparto', id);
      await phone.get('/api/field/session');
    });

    /** The response while the service answers with this route. */
    const ask = (route: object, etag = '') => {
      gateway.dispatch.on('GET /operations/field/route', (_hit, res) => {
        sendJson(res, 200, route);
      });
      return phone.get('/api/field/route', { 'if-none-match': etag });
    };

    it('is answered 304 if only the time differs', async () => {
      const full = await ask(ROUTE);
      expect([full.status, full.body]).toEqual([200, ROUTE]);
      const etag = String(full.headers['etag']);
      const again = await ask(LATER, etag);
      expect([again.status, again.headers['etag']]).toEqual([304, etag]);
    });

    it.each([
      ['a stop', { stops: [{ ...first, version: 2 }, ...others] }],
      ['their order', { stops: [...others, first] }],
      ['the day', { day: '2026-11-25' }],
      ['a null', { startedAt: LATER.now }],
    ])('is sent in full, with the new time, if %s differs', async (_what, change) => {
      const etag = String((await ask(ROUTE)).headers['etag']);
      const again = await ask({ ...LATER, ...change }, etag);
      expect([again.status, again.body]).toEqual([200, { ...LATER, ...change }]);
      expect(again.headers['etag']).not.toBe(etag);
    });
  });
});
