import { METHODS } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { headerOf } from '../support/http-answers.ts';
import { ask, dial, problemOf, requestBy } from '../support/wire.ts';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ REQUESTS_PER_MINUTE: '0' });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
beforeEach(() => {
  for (const { hits } of [gateway.legacy, gateway.dispatch, gateway.tiles]) hits.length = 0;
});
afterAll(() => gateway.close());

const hits = () => [gateway.legacy, gateway.dispatch, gateway.tiles].flatMap((upstream) => upstream.hits);

/** Sends a request line as the user with every permission. */
const send = (line: string, headers: string[] = [], body = '') =>
  ask(gateway.port, requestBy(ana, line, headers, body), line.split(' ', 1)[0]);

/** The valid form of the request, received upstream exactly once. */
async function expectControl(line = 'GET /api/clients HTTP/1.1'): Promise<void> {
  expect(hits()).toEqual([]);
  expect((await send(line))?.status).toBe(200);
  expect(hits()).toHaveLength(1);
}

describe('methods', () => {
  /** All methods of Node's parser except CONNECT, which is not a request (below-the-chain.test.ts). */
  const others = METHODS.filter((method) => !['GET', 'POST', 'CONNECT'].includes(method));

  it('G21: Node parses many other methods', () => {
    expect(others).toEqual(expect.arrayContaining(['TRACE', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'QUERY']));
  });

  it.each(others)('G21 G13: %s is a 405 on a served path, a 404 elsewhere, and reaches no upstream', async (method) => {
    for (const [path, allow] of [
      ['/api/users', 'GET'],
      ['/api/clients', 'GET, POST'],
      ['/api/auth/login', 'POST'],
      ['/api/permission/3', 'POST'],
    ] as const) {
      const answer = await send(`${method} ${path} HTTP/1.1`);
      expect([path, answer?.status, answer && headerOf(answer, 'allow')]).toEqual([path, 405, allow]);
    }
    expect((await send(`${method} /api/nothing HTTP/1.1`))?.status).toBe(404);
    expect(hits()).toEqual([]);
  });

  it.each([
    ['GET', '/api/auth/login', 405],
    ['GET', '/api/permission/3', 405],
    ['POST', '/api/storage', 405],
    ['POST', '/api/users', 405],
    ['POST', '/tiles/1/1/1', 405],
  ])('G21: %s %s is %i: each path has its own methods', async (method, path, status) => {
    expect((await send(`${method} ${path} HTTP/1.1`, ['Content-Length: 0']))?.status).toBe(status);
    await expectControl();
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    'G21: %s cannot change the method',
    async (name) => {
      expect((await send('GET /api/permission/3 HTTP/1.1', [`${name}: POST`]))?.status).toBe(405);
      expect((await send('POST /api/users HTTP/1.1', [`${name}: GET`, 'Content-Length: 0']))?.status).toBe(405);
      expect(hits()).toEqual([]);
      expect((await send('GET /api/clients HTTP/1.1', [`${name}: POST`]))?.status).toBe(200);
      expect(hits()).toHaveLength(1);
    },
  );

  it.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Original-Method', 'X-Forwarded-Prefix'])(
    'G21: %s cannot change the path',
    async (name) => {
      expect((await send('GET /api/nothing HTTP/1.1', [`${name}: /api/clients`]))?.status).toBe(404);
      expect(hits()).toEqual([]);
      expect((await send('GET /api/clients HTTP/1.1', [`${name}: /api/users`]))?.status).toBe(200);
      expect(hits().map(({ path }) => path)).toEqual(['/base/clients/']);
    },
  );
});

describe('paths', () => {
  it.each(
    `/api /api/ /API/clients /Api/clients /api/Clients /api/CLIENTS/7 /api/clients/
    /api/clients/7/ /api/clients/7/8 /api/client /api/clientsx /api/clients;x=1 /api/clients.json
    /api/clients,7 /x/api/clients /apiclients /api/auth /api/auth/credentials /api/base/clients
    /base/clients/ /legacy/base/clients/ /operations/events /api/operations/offices
    /api/storage/findPredeterminado /tiles /tiles/1/1 /TILES/1/1/1 /api/tiles/1/1/1`.split(/\s+/),
  )('G21: %s is not served', async (path) => {
    expect(problemOf(await send(`GET ${path} HTTP/1.1`))).toBe('not-found');
    await expectControl();
  });
});

describe('ambiguous targets', () => {
  const inPath = [
    '..%2f..%2fauth',
    '..%2F',
    '..;/auth',
    '../users',
    './7',
    '%2e%2e/users',
    '%2E%2E',
    '.%2e/users',
    '..',
    '.',
    '7%00',
    '7%00.json',
    '7%5c..',
    '7%5C',
    '%0d%0aX:y',
    '%0a',
    '%09',
    '%7f',
    '7%252f',
    '7%25',
    '%ff',
    '%c0%af',
    '%e0%80%af',
    '%',
    '%zz',
    '%u002f',
    '7\\8',
    '7#x',
    '7"x',
    '7<x>',
    '7{x}',
    '7|x',
    '7^x',
    '7`x',
    '\xe1',
  ].map((rest) => `/api/clients/${rest}`);
  const whole = [
    '//evil.example/api/clients',
    '/api//clients',
    '/api/clients//',
    '///api/clients',
    '/\\evil.example/api/clients',
    '\\api\\clients',
    '/api\\clients',
    '/api/%63lients',
    '/%61pi/clients',
    '/api/clients/%37%2f..',
    'http://evil.example/api/clients',
    'http://localhost:3000/api/clients',
    'https://localhost/api/clients',
    'http:///api/clients',
    'http://',
    'https://',
    'http://[',
    'http://?',
    'x://',
    'http://localhost:3000@evil.example/api/clients',
    'api/clients',
    '@evil.example/api/clients',
    '?/api/clients',
    '*',
    '/..//evil.example/api/clients',
    '/api/clients?x=1#y',
    '/api/clients?a=<script>',
  ];

  /** Every parser reads these the same way: they are only not served. */
  const NOT_ODD: Record<string, [number, string]> = {
    '/api/%63lients': [404, 'not-found'],
    '/%61pi/clients': [404, 'not-found'],
  };

  it.each([...inPath, ...whole])('C5 G22: %j reaches no upstream', async (target) => {
    const answer = await send(`GET ${target} HTTP/1.1`);
    expect([answer?.status, problemOf(answer)]).toEqual(NOT_ODD[target] ?? [400, 'invalid-request']);
    await expectControl();
  });

  it.each([
    '/a%2fb',
    '/clients/%2e%2e',
    '/clients//7',
    '//evil.example/',
    '/a/../b',
    '/a%5cb',
    '/a%00',
    'http://evil.example/',
  ])('G22: %s does not open a page', async (target) => {
    expect(problemOf(await send(`GET ${target} HTTP/1.1`, ['Accept: text/html']))).toBe('invalid-request');
    expect((await send('GET /a/b HTTP/1.1', ['Accept: text/html']))?.status).toBe(200);
  });

  it('G22: an id with odd characters stays one segment upstream, or is refused', async () => {
    for (const id of ['7', 'C-8', 'a_b'])
      expect([200, 404]).toContain((await send(`GET /api/clients/${id} HTTP/1.1`))?.status);
    expect(hits().map(({ path }) => path)).toEqual(['/base/clients/7', '/base/clients/C-8', '/base/clients/a_b']);
    for (const id of [
      "7'or'1'='1",
      '7;x=1',
      '7,8',
      '7:8',
      '7@x',
      '7$x',
      '(7)',
      '7*',
      '7+8',
      '~7',
      '7&x=1',
      '7=8',
      '7!',
    ])
      expect([400, 404]).toContain((await send(`GET /api/clients/${id} HTTP/1.1`))?.status);
    expect(hits()).toHaveLength(3);
  });

  it('G22: the destination does not depend on the Host', async () => {
    for (const host of [
      'evil.example',
      '169.254.169.254',
      'localhost:1',
      '[::1]:22',
      new URL(gateway.dispatch.url).host,
    ]) {
      const text = ['GET /api/clients HTTP/1.1', `Host: ${host}`, `Cookie: ${ana.cookieHeader}`, '', ''].join('\r\n');
      expect((await ask(gateway.port, text))?.status).toBe(200);
    }
    expect(hits().map(({ path, headers }) => [path, headers.host])).toEqual(
      Array.from({ length: 5 }, () => ['/base/clients/', new URL(gateway.legacy.url).host]),
    );
  });

  it('G22: a control character or a space in the target ends the connection', async () => {
    for (const target of [
      '/api/clients\x01',
      '/api/clients\t',
      '/api/ clients',
      '/api/clients\x7f',
      '/api/clients\x00',
    ]) {
      const wire = dial(gateway.port);
      wire.write(requestBy(ana, `GET ${target} HTTP/1.1`));
      const [answer] = await wire.answered(1);
      expect([target, answer?.status]).toEqual([target, 400]);
      wire.socket.destroy();
    }
    await expectControl();
  });

  it('G22: answers addresses longer than two thousand characters with a 414', async () => {
    const text = requestBy(ana, `GET /api/users/${'x'.repeat(2100)} HTTP/1.1`);
    expect(problemOf(await ask(gateway.port, text))).toBe('address-too-long');
    await expectControl();
  });
});
