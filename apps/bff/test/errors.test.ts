import { get, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Respond, sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';

const CLIENTS = 'GET /base/clients/';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '1000' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  gateway.legacy.hits.length = 0;
});
afterEach(() => {
  gateway.legacy.on(CLIENTS, undefined);
});
afterAll(() => gateway.close());

const INSIDE = 'db-7.interno /srv/app.js:12';
const inside = { message: INSIDE, stack: INSIDE };
const answers =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (_hit, res) => {
    sendJson(res, status, inside, headers);
  };
const raw =
  (text: string): Respond =>
  (_hit, res) => {
    res.socket?.end(text);
  };

/** Sends the start of a JSON response, then cuts the connection. */
const cut =
  (write: (res: ServerResponse) => void): Respond =>
  (_hit, res) => {
    write(res);
    setTimeout(() => res.socket?.destroy(), 50);
  };

const FAULTS: [what: string, respond: Respond, status: number, kind: string][] = [
  ['400', answers(400), 400, 'upstream-rejected'],
  ['410', answers(410), 410, 'expired'],
  ['422', answers(422), 422, 'unprocessable'],
  ['403', answers(403), 403, 'upstream-refused'],
  ['404', answers(404), 404, 'not-found'],
  ['409', answers(409), 409, 'conflict'],
  ['429', answers(429), 503, 'unavailable'],
  ['500', answers(500), 500, 'upstream-failed'],
  ['502', answers(502), 502, 'upstream-unreachable'],
  ['503', answers(503), 503, 'unavailable'],
  ['507', answers(507), 500, 'upstream-failed'],
  ['an invalid status', answers(999), 502, 'upstream-broken'],
  ['504', answers(504), 504, 'upstream-timeout'],
  ['a redirect', answers(302, { location: 'http://evil.example/' }), 502, 'upstream-broken'],
  [
    'a page',
    (_hit, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>'),
    502,
    'upstream-broken',
  ],
  ['nothing', (_hit, res) => res.writeHead(200).end(), 502, 'upstream-broken'],
  [
    'another shape',
    (_hit, res) => {
      sendJson(res, 200, { clients: [] });
    },
    502,
    'upstream-broken',
  ],
  ['bytes that are not HTTP', raw('220 smtp ready\r\n'), 502, 'upstream-broken'],
  [
    'a cut body',
    cut((res) => res.writeHead(200, { 'content-length': '500' }).write('[{"id":1},')),
    502,
    'upstream-broken',
  ],
  ['a cut chunked body', cut((res) => res.writeHead(200).write('[{"id":1},')), 502, 'upstream-broken'],
  [
    'a hung up connection',
    (_hit, _res, req) => {
      req.socket.destroy();
    },
    502,
    'upstream-unreachable',
  ],
  ['silence', () => undefined, 504, 'upstream-timeout'],
  [
    'half an answer, then silence',
    (_hit, res) => {
      res.writeHead(200).write('[{"id":1},');
    },
    504,
    'upstream-timeout',
  ],
  [
    'invalid UTF-8',
    (_hit, res) => res.writeHead(200).end(Buffer.from('[{"id":1,"name":"\xff"}]', 'latin1')),
    502,
    'upstream-broken',
  ],
  [
    'nesting without end',
    (_hit, res) => res.writeHead(200).end('['.repeat(5000) + ']'.repeat(5000)),
    502,
    'upstream-broken',
  ],
];

describe('an upstream that answers', () => {
  it.each(FAULTS)('S36 S37: %s is one problem without internals', async (_what, respond, status, kind) => {
    gateway.legacy.on(CLIENTS, respond);
    const before = gateway.logLines().length;
    const response = await ana.get('/api/clients');
    expect([response.status, kindOf(response)]).toEqual([status, kind]);
    expect(response.headers['location']).toBeUndefined();
    if (!['upstream-rejected', 'conflict', 'expired', 'unprocessable'].includes(kind))
      expect(response.text).not.toContain('interno');
    expect(response.text).not.toMatch(/127\.0\.0\.1|evil|stack/);
    const logged = gateway.logLines().slice(before);
    expect(
      logged.filter((line) => line['requestId'] === response.headers['x-request-id'] && line['kind'] === kind),
    ).toHaveLength(1);
    gateway.legacy.on(CLIENTS, undefined);
    expect((await ana.get('/api/clients')).status).toBe(200);
  });

  it('S41: an upstream that never answers is a 504', async () => {
    gateway.legacy.on(CLIENTS, () => undefined);
    expect((await ana.get('/api/clients')).status).toBe(504);
  });

  it('S41: one limit covers all upstream calls of a request together', async () => {
    const slowly: (then: Respond) => Respond = (then) => async (hit, res, req) => {
      // waits: each call is below the limit of the test gateway, the sum above; the limit is its real timer
      await new Promise((resolve) => setTimeout(resolve, 800));
      await then(hit, res, req);
    };
    gateway.legacy.on(
      'GET /api/users/LIMA',
      slowly((_hit, res) => {
        sendJson(res, 200, [{ id: '3', permissionsList: [] }]);
      }),
    );
    gateway.legacy.on('POST /api/permission/3', slowly(answers(200)));
    const response = await ana.post('/api/permission/3', { permissionsList: [] });
    // Each of the two is answered within the limit; only their sum exceeds it.
    expect(kindOf(response)).toBe('upstream-timeout');
    gateway.legacy.on('GET /api/users/LIMA', undefined);
    gateway.legacy.on('POST /api/permission/3', undefined);
  });

  it('S41: a write is never repeated', async () => {
    gateway.legacy.on('POST /api/permission/3', (_hit, _res, req) => {
      req.socket.destroy();
    });
    expect(kindOf(await ana.post('/api/permission/3', { permissionsList: [] }))).toBe('upstream-unreachable');
    gateway.legacy.on('POST /api/permission/3', undefined);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
  });

  it('ends a response that never ends (G27)', async () => {
    gateway.legacy.on('GET /base/clients/7', (_hit, res) => {
      res.writeHead(200);
      res.write(`{"id":7,"x":"${'x'.repeat(600 * 1024)}`);
    });
    expect(kindOf(await ana.get('/api/clients/7'))).toBe('upstream-broken');
    gateway.legacy.on('GET /base/clients/7', undefined);
  });

  it('converts a legacy host’s Latin-1', async () => {
    gateway.legacy.on(CLIENTS, (_hit, res) =>
      res
        .writeHead(200, { 'content-type': 'application/json; charset=ISO-8859-1' })
        .end(Buffer.from('[{"id":1,"name":"Ñandú"}]', 'latin1')),
    );
    expect((await ana.get('/api/clients')).body).toEqual([{ id: 1, name: 'Ñandú' }]);
  });
});

describe('a browser that disconnects', () => {
  it('also cancels its upstream call', async () => {
    const closed = Promise.withResolvers<undefined>();
    gateway.legacy.on(CLIENTS, (_hit, _res, req) => {
      req.socket.once('close', () => {
        closed.resolve(undefined);
      });
    });
    const call = get({ port: gateway.port, path: '/api/clients', headers: { cookie: ana.cookieHeader } });
    call.on('error', () => undefined);
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/base/clients/')).toHaveLength(1);
    });
    const before = gateway.logLines().length;
    call.destroy();
    await closed.promise;
    // The limit would have closed it as well, but as a failure.
    expect(
      gateway
        .logLines()
        .slice(before)
        .map(({ kind }) => kind),
    ).not.toContain('upstream-timeout');
  });
});

describe('a 401 of a call', () => {
  it('S10: ends the session only if the credentials call confirms it', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.rosa);
    gateway.legacy.on(CLIENTS, answers(401));
    expect(kindOf(await browser.get('/api/clients'))).toBe('upstream-refused');
    expect((await browser.get('/api/auth/session')).status).toBe(200);
    const { token } = gateway.legacy.users.rosa;
    gateway.legacy.users.rosa.token = 'another-token-now';
    const ended = await browser.get('/api/clients');
    expect([ended.status, kindOf(ended)]).toEqual([401, 'session-ended']);
    expect((await browser.get('/api/auth/session')).status).toBe(401);
    gateway.legacy.users.rosa.token = token;
  });

  it('reports whether a refused write had reached the host', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    const { token } = gateway.legacy.users.ana;
    gateway.legacy.on('POST /api/permission/3', (_hit, res) => {
      gateway.legacy.users.ana.token = 'another-token-now';
      sendJson(res, 401, {});
    });
    const save = () => browser.post('/api/permission/3', { permissionsList: [] });
    const reached = gateway.legacy.hitsOf('/api/permission/3').length;
    const sent = await save();
    expect([sent.status, kindOf(sent)]).toEqual([401, 'session-ended']);
    expect(sent.body).toMatchObject({ forwarded: true });
    const turnedAway = await save();
    expect(turnedAway.status).toBe(401);
    expect(turnedAway.body).not.toHaveProperty('forwarded');
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(reached + 1);
    gateway.legacy.users.ana.token = token;
  });
});

describe('the host that is down', () => {
  it('S36: is reported as unreachable, and works again by itself', async () => {
    const other = await startGateway({ UPSTREAM_TIMEOUT_MS: '5000', API_URL: 'http://127.0.0.1:9/api' });
    try {
      const browser = new Browser(other);
      await browser.signIn(other.legacy.users.ana);
      expect(kindOf(await browser.get('/api/users'))).toBe('upstream-unreachable');
      expect((await browser.get('/api/clients')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('S40: the same applies to storage', async () => {
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', answers(500));
    expect(kindOf(await ana.get('/api/storage'))).toBe('upstream-failed');
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', answers(401));
    expect(kindOf(await ana.get('/api/storage'))).toBe('upstream-refused');
    gateway.legacy.on('GET /storage/sgdempresa/findPredeterminado', undefined);
    expect((await ana.get('/api/storage')).status).toBe(200);
  });
});
