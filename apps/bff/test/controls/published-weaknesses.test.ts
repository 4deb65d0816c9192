import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { type Hit } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { ask, dial, problemOf, requestBy } from '../support/wire.ts';

/*
 * Published vulnerabilities of similar gateways, or of the libraries used here. Each test performs the attack of the
 * advisory, and a permitted request next to it, so that refusing everything would fail.
 */

let gateway: Gateway;
let ana: Browser;
let rosa: Browser;
beforeAll(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '5000', TRUST_PROXY: '127.0.0.0/8' });
  [ana, rosa] = [new Browser(gateway), new Browser(gateway)];
  await ana.signIn(gateway.legacy.users.ana);
  await rosa.signIn(gateway.legacy.users.rosa);
});
beforeEach(() => {
  for (const { hits } of [gateway.legacy, gateway.dispatch, gateway.tiles]) hits.length = 0;
});
afterAll(() => gateway.close());

const hits = (): Hit[] => [gateway.legacy, gateway.dispatch, gateway.tiles].flatMap((upstream) => upstream.hits);
const READ = 'GET /api/clients HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';
const BODY = '{"permissionsList":[{"module":"T02"}]}';
const LENGTH = `Content-Length: ${BODY.length}`;

const by = (browser: Browser, line: string, headers: string[] = [], body = '') =>
  ask(gateway.port, requestBy(browser, line, headers, body));
/** A request without a session. */
const stranger = (line: string, headers: string[] = []) =>
  ask(gateway.port, [line, 'Host: localhost:3000', ...headers, '', ''].join('\r\n'));

async function expectServed(browser = ana): Promise<void> {
  const before = hits().length;
  expect((await by(browser, READ))?.status).toBe(200);
  expect(hits()).toHaveLength(before + 1);
}

describe('headers', () => {
  // oauth2-proxy removed X-Forwarded-User but not X_Forwarded_User, which many upstreams read as the same name. Here
  // only listed client headers pass, in any spelling.
  it('G23: CVE-2025-64484: identity headers spelled with underscores', async () => {
    const spellings = [
      'X_Forwarded_User',
      'X-Forwarded_User',
      'X_Forwarded-Email',
      'x_auth_request_user',
      'AUTHORIZATION_',
    ];
    expect(
      (
        await by(
          ana,
          READ,
          spellings.map((name) => `${name}: intruder`),
        )
      )?.status,
    ).toBe(200);
    const [hit, ...more] = hits();
    expect(more).toEqual([]);
    expect(hit?.rawHeaders.filter((name) => name.includes('_'))).toEqual([]);
    expect(JSON.stringify(hit)).not.toContain('intruder');
    expect(hit?.headers.authorization).toBe(`Bearer ${gateway.legacy.users.ana.token}`);
  });

  // fabio removed the headers that a client named in Connection after adding its own X-Forwarded-*, so that a client
  // could remove those. Here Connection is ignored, and the upstream's headers are created from scratch.
  it('G23: CVE-2025-48865: the gateway’s own headers named as hop-by-hop', async () => {
    const names = ['X-Forwarded-For', 'X-Forwarded-Proto', 'Authorization', 'X-Request-Id', 'Host', 'Content-Type'];
    for (const connection of [`Connection: close, ${names.join(', ')}`, `Proxy-Connection: ${names.join(',')}`]) {
      gateway.legacy.hits.length = 0;
      expect((await by(ana, READ, [connection]))?.status).toBe(200);
      expect(hits()[0]?.headers).toMatchObject({
        authorization: `Bearer ${gateway.legacy.users.ana.token}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      });
    }
  });

  // http-proxy and its successors handle a request with Expect differently: the event in which headers are usually
  // rewritten does not fire. Here they are replaced before the proxy receives the request.
  it('G23: headers rewritten only in proxyReq, with Expect: 100-continue', async () => {
    const headers = [JSON_TYPE, LENGTH, 'Expect: 100-continue', 'Authorization: Bearer intruder', 'X-User: intruder'];
    expect((await by(ana, 'POST /api/permission/3 HTTP/1.1', headers, BODY))?.status).toBe(200);
    const [write, ...more] = hits().filter(({ method }) => method === 'POST');
    expect(more).toEqual([]);
    expect(JSON.stringify(write)).not.toContain('intruder');
    expect(write?.headers).not.toHaveProperty('expect');
    expect(write?.headers.cookie).toBeUndefined();
    expect(write?.headers.authorization).toBe(`Bearer ${gateway.legacy.users.ana.token}`);
  });
});

describe('session bypasses', () => {
  const PUBLIC = '/api/config';

  // oauth2-proxy decided by X-Forwarded-Uri whether a path requires a session, and forwarded the real path. Here both
  // come from the request line, also behind a trusted proxy as in this file.
  it('G21: CVE-2026-40575: a public path in a header', async () => {
    const names = ['X-Forwarded-Uri', 'X-Original-Uri', 'X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path'];
    const headers = names.map((name) => `${name}: ${PUBLIC}`);
    expect(problemOf(await stranger(READ, headers))).toBe('no-session');
    expect(hits()).toEqual([]);
    expect((await stranger(`GET ${PUBLIC} HTTP/1.1`))?.status).toBe(200);
    expect((await by(ana, READ, headers))?.status).toBe(200);
    expect(hits()).toHaveLength(1);
  });

  // oauth2-proxy matched its patterns against path and query, so that a protected path with a public one in its query
  // passed.
  it('G21: CVE-2025-54576: a public path in the query', async () => {
    for (const query of [`?${PUBLIC}`, `?x=${PUBLIC}`, `?/../..${PUBLIC}`])
      expect(problemOf(await stranger(`GET /api/clients${query} HTTP/1.1`))).toBe('no-session');
    expect(hits()).toEqual([]);
    await expectServed();
  });

  // oauth2-proxy also matched a fragment, which no browser sends, while the upstream cut it off.
  it('G21: CVE-2026-41059: a public path behind a number sign', async () => {
    for (const target of [
      `/api/clients#${PUBLIC}`,
      `/api/clients%23${PUBLIC}`,
      `/api/clients#/x`,
      `${PUBLIC}#/../clients`,
    ]) {
      const answer = await stranger(`GET ${target} HTTP/1.1`);
      expect([target, ['invalid-request', 'not-found'].includes(String(problemOf(answer)))]).toEqual([target, true]);
    }
    expect(hits()).toEqual([]);
    await expectServed();
  });

  // oauth2-proxy answered a request with the User-Agent of a health check as one, on every path. Here health has its
  // own port, and no response depends on a User-Agent.
  it('G34: CVE-2026-34457: the user agent of a health check', async () => {
    for (const agent of ['GoogleHC/1.0', 'kube-probe/1.31', 'ELB-HealthChecker/2.0', 'Envoy/HC', 'despacho-gateway']) {
      const headers = [`User-Agent: ${agent}`];
      expect(problemOf(await stranger(READ, headers))).toBe('no-session');
      expect(hits()).toEqual([]);
      expect((await by(ana, READ, headers))?.status).toBe(200);
      expect(hits()).toHaveLength(1);
      gateway.legacy.hits.length = 0;
    }
  });

  // In other gateways, an unreadable cookie let a request pass. Here it counts as no session.
  it('G3: unreadable cookies', async () => {
    for (const value of ['%', '%00', 'j:{"a":1}', 's:x.y', 'a'.repeat(43), '[object Object]', '__proto__'])
      expect(['no-session', 'session-ended']).toContain(problemOf(await stranger(READ, [`Cookie: despacho=${value}`])));
    expect(hits()).toEqual([]);
    await expectServed();
  });
});

describe('http-proxy-middleware and its dependencies', () => {
  // http-proxy-middleware's `router` searched for its keys anywhere in host and path, so that a Host that merely
  // contained one was sent to the wrong backend. Here no router is used: each row names its upstream.
  it('G22: CVE-2026-55602: a Host that contains the name of another destination', async () => {
    const other = new URL(gateway.dispatch.url).host;
    for (const host of [other, `evil${other}`, 'evillocalhost:3000', `localhost:3000.${other}`]) {
      gateway.legacy.hits.length = 0;
      const text = [READ, `Host: ${host}`, `X-Forwarded-Host: ${other}`, `Cookie: ${ana.cookieHeader}`, '', ''];
      expect((await ask(gateway.port, text.join('\r\n')))?.status).toBe(200);
      expect(gateway.legacy.hits.map(({ path }) => path)).toEqual(['/base/clients/']);
      expect(gateway.dispatch.hits).toEqual([]);
    }
  });

  // fixRequestBody wrote parsed fields into a multipart body without checking for line breaks, so that a value could
  // contain another field. Here the only accepted body is validated JSON, which is serialized again.
  it('G16: CVE-2026-55603: fields inside fields of a multipart body', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="permissionsList"\r\n\r\nx\r\n--b--\r\n';
    const headers = ['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${part.length}`];
    expect(problemOf(await by(ana, 'POST /api/permission/3 HTTP/1.1', headers, part))).toBe('wrong-type');
    const injected = JSON.stringify({ permissionsList: [{ module: 'T02\r\n--b\r\nname="role"\r\n\r\nadmin' }] });
    const asJson = [JSON_TYPE, `Content-Length: ${injected.length}`];
    expect(problemOf(await by(ana, 'POST /api/permission/3 HTTP/1.1', asJson, injected))).toBe('invalid-request');
    expect(hits()).toEqual([]);
    expect((await by(ana, 'POST /api/permission/3 HTTP/1.1', [JSON_TYPE, LENGTH], BODY))?.status).toBe(200);
    expect(hits().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  // fixRequestBody could write a body twice if its type matched two cases. Here one type is accepted, and the upstream
  // receives as many bytes as announced.
  it('G28: CVE-2025-32996: a body written twice', async () => {
    for (const type of [
      'application/json, application/x-www-form-urlencoded',
      'application/json; x=multipart/form-data',
    ]) {
      const headers = [`Content-Type: ${type}`, LENGTH];
      expect(problemOf(await by(ana, 'POST /api/permission/3 HTTP/1.1', headers, BODY))).toBe('wrong-type');
    }
    expect(hits()).toEqual([]);
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      gateway.legacy.hits.length = 0;
      const headers = [`Content-Type: ${type}`, LENGTH];
      expect((await by(ana, 'POST /api/permission/3 HTTP/1.1', headers, BODY))?.status).toBe(200);
      const [write, ...more] = hits().filter(({ method }) => method === 'POST');
      expect(more).toEqual([]);
      expect(write?.headers['content-length']).toBe(String(write?.body.length));
      expect(() => JSON.parse(write?.body ?? '') as unknown).not.toThrow();
    }
  });

  // An invalid target threw an uncaught error and ended the process. Here it is a 400, and the next request is served.
  it('G22: CVE-2024-21536: targets that crash the process', async () => {
    for (const target of [
      '//x',
      '/%',
      '/%E0%A4%A',
      '//',
      '/\\',
      'http://',
      'http://[',
      '/api/clients/%E0%A4%A',
      '/?%',
      '*',
    ])
      for (const line of [`GET ${target} HTTP/1.1`, `OPTIONS ${target} HTTP/1.1`]) {
        const answer = await by(ana, line);
        expect([line, answer?.status === 500]).toEqual([line, false]);
        expect(answer?.status).toBeGreaterThanOrEqual(200);
      }
    expect(hits()).toEqual([]);
    await expectServed();
  });

  // http-proxy sent a chunked DELETE or OPTIONS with length 0 followed by its chunks, which the upstream read as the
  // next request. Here no such method has a row, and a body is sent with its own length.
  it('G28: CVE-2026-29057: chunked DELETE and OPTIONS', async () => {
    const inner = requestBy(ana, 'GET /api/clients/SMUGGLED HTTP/1.1');
    const chunks = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    for (const method of ['DELETE', 'OPTIONS']) {
      gateway.legacy.hits.length = 0;
      const wire = dial(gateway.port);
      wire.write(
        requestBy(ana, `${method} /api/clients HTTP/1.1`, ['Transfer-Encoding: chunked'], chunks) +
          requestBy(ana, READ),
      );
      expect((await wire.answered(2)).map(problemOf)).toEqual(['method-not-allowed', 200]);
      expect(hits().map(({ path }) => path)).toEqual(['/base/clients/']);
      wire.socket.destroy();
    }
  });
});

describe('cookies and tokens', () => {
  const save = (cookie: string, token: string) =>
    ask(
      gateway.port,
      [
        'POST /api/permission/3 HTTP/1.1',
        'Host: localhost:3000',
        `Cookie: ${cookie}`,
        'Sec-Fetch-Site: same-origin',
        `X-XSRF-TOKEN: ${token}`,
        JSON_TYPE,
        LENGTH,
        '',
        BODY,
      ].join('\r\n'),
    );
  const sessionOf = (browser: Browser) => `despacho=${browser.cookies.get('despacho') ?? ''}`;
  const writes = () => hits().filter(({ method }) => method === 'POST');

  // A sibling host can set cookies for ours. Over TLS the __Host- prefix makes browsers reject them; if one arrives
  // anyway, a token is valid only for its session, and two session cookies are refused.
  it('G1 G12: cookie tossing', async () => {
    const attackers = rosa.csrfToken;
    expect(problemOf(await save(`XSRF-TOKEN=${attackers}; ${sessionOf(ana)}`, attackers))).toBe('wrong-csrf-token');
    expect(problemOf(await save(`_csrf=${attackers}; ${sessionOf(ana)}`, attackers))).toBe('wrong-csrf-token');
    expect(problemOf(await save(`${sessionOf(rosa)}; ${sessionOf(ana)}`, attackers))).toBe('invalid-request');
    expect(problemOf(await save(`${sessionOf(ana)}; ${sessionOf(rosa)}`, ana.csrfToken))).toBe('invalid-request');
    expect(hits()).toEqual([]);
    expect(problemOf(await save(`XSRF-TOKEN=${attackers}; ${sessionOf(ana)}`, ana.csrfToken))).toBe(200);
    expect(writes()).toHaveLength(1);
  });

  it('G1: over TLS no sibling host can set the session cookie', async () => {
    const secure = await startGateway({ PUBLIC_ORIGIN: 'https://despacho.example.pe' });
    try {
      const browser = new Browser(secure);
      await browser.get('/api/auth/session');
      expect([...browser.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', '__Host-despacho']);
      const plain = [
        'GET /api/auth/session HTTP/1.1',
        'Host: x',
        `Cookie: despacho=${browser.cookies.get('__Host-despacho') ?? ''}`,
      ];
      const answer = await ask(secure.port, [...plain, '', ''].join('\r\n'));
      expect(answer?.headers.filter(([name]) => name === 'set-cookie')).toHaveLength(2);
    } finally {
      await secure.close();
    }
  });

  // csurf in cookie mode accepts any secret in a cookie, so that an attacker can set a matching cookie and token; it
  // also accepts tokens in body and query. Here the secret is in the session, and only the header counts.
  it('G12: a csurf cookie and token chosen by an attacker', async () => {
    // A csurf token: a salt, and the hash of salt and secret.
    const [salt, secret] = ['abcdefgh', 'a-secret-that-was-chosen'];
    const hash = createHash('sha1')
      .update(`${salt}-${secret}`)
      .digest('base64')
      .replace(/\+/g, '-')
      .replace(/\//g, '_');
    const token = `${salt}-${hash.replace(/=/g, '')}`;
    for (const cookie of [`_csrf=${secret}`, `csrfSecret=${secret}`, `XSRF-TOKEN=${token}; _csrf=${secret}`])
      expect(problemOf(await save(`${sessionOf(ana)}; ${cookie}`, token))).toBe('wrong-csrf-token');
    expect(hits()).toEqual([]);
    expect(problemOf(await save(sessionOf(ana), ana.csrfToken))).toBe(200);
    expect(writes()).toHaveLength(1);
  });
});
