import { createServer, type RequestListener } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { type Hit } from '../support/fake-upstream.ts';
import { SECRETS, startGateway } from '../support/gateway.ts';
import { secretsIn } from '../support/spellings.ts';
import { tapServer } from '../support/wire-tap.ts';
import { breaches, type Evidence } from '../support/witness.ts';

const SECRET = 'señal+secreta/12 34';
const SESSION = 'S'.repeat(43);

/** The responses of a gateway that meets every requirement. */
const GOOD = {
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': 'id-1',
  'cache-control': 'no-store',
};
const problem = (status: number, fields: object = {}) =>
  JSON.stringify({ type: 'urn:despacho:problem:x', title: 'x', status, requestId: 'id-1', ...fields });

/** Answers one request as given. @returns the faults that the witness finds. */
async function witnessed(
  listener: RequestListener,
  rest: Partial<Evidence> = {},
  target = '/api/x',
): Promise<string[]> {
  const server = createServer(listener);
  const tap = tapServer(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  const nothing = { logText: '', metrics: '', stored: '', hits: [], listedCalls: [/^GET \/known$/] };
  return breaches({ tap, secrets: [SECRET], ...nothing, ...rest });
}

const answering =
  (status: number, headers: Record<string, string | string[]>, body: string | Buffer): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { ...GOOD, ...headers }).end(body);
  };
const without = (name: string): RequestListener => {
  const headers: Record<string, string> = { ...GOOD };
  return (_req, res) => {
    res.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))).end('{}');
  };
};
const PROBLEM = { 'content-type': 'application/problem+json' };
const GOOD_COOKIE = `despacho=${SESSION}; Path=/; HttpOnly; SameSite=Strict`;

describe('the checks of every test’s traffic', () => {
  it('G11 G30 G32: reports nothing for a gateway that meets every requirement', async () => {
    expect(await witnessed(answering(200, { 'set-cookie': GOOD_COOKIE }, '{}'))).toEqual([]);
    expect(await witnessed(answering(404, PROBLEM, problem(404)))).toEqual([]);
    expect(await witnessed(answering(200, { 'content-encoding': 'gzip' }, gzipSync('{}')))).toEqual([]);
    expect(await witnessed(answering(200, {}, '{}'), { hits: [{ method: 'GET', path: '/known' } as Hit] })).toEqual([]);
  });

  it.each([
    ['raw', SECRET],
    ['in an address', encodeURIComponent(SECRET)],
    ['in JSON', JSON.stringify(SECRET)],
    ['in JSON of ASCII alone', '"se\\u00f1al+secreta/12 34"'],
    ['in base64', Buffer.from(`user:${SECRET}`).toString('base64')],
    ['in base64url', Buffer.from(`{"a":"${SECRET}"}`).toString('base64url')],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
  ])('G11: finds a secret %s', async (_what, text) => {
    const expected = [`an answer holds ${JSON.stringify(SECRET)}`];
    expect(await witnessed(answering(200, {}, `x ${text} y`))).toEqual(expected);
    const compressed = answering(200, { 'content-encoding': 'gzip' }, gzipSync(`x ${text} y`));
    expect(await witnessed(compressed)).toEqual(expected);
    expect(secretsIn(text, ['another secret'])).toEqual([]);
  });

  it('G11: finds secrets in headers, log, metrics and store, and leaked session ids', async () => {
    const good = answering(200, { 'set-cookie': GOOD_COOKIE }, '{}');
    expect(await witnessed(answering(200, { 'x-note': encodeURIComponent(SECRET) }, '{}'))).toHaveLength(1);
    const form = answering(200, { 'set-cookie': 'XSRF-TOKEN=token-of-a-form; Path=/; SameSite=Strict' }, '{}');
    expect(await witnessed(form, { logText: 'x token-of-a-form' })).toHaveLength(1);
    const stored = '{"csrfSecret":"made-with-this"}';
    expect(await witnessed(answering(200, {}, 'made-with-this'), { stored })).toHaveLength(1);
    expect(await witnessed(good, { stored, logText: 'made-with-this' })).toHaveLength(1);
    for (const place of ['logText', 'metrics', 'stored'])
      for (const value of [SECRET, SESSION])
        expect(await witnessed(good, { [place]: `x${value}` })).toEqual([expect.stringContaining(value)]);
  });

  it.each(Object.keys(GOOD))('G30 G31: reports a missing %s', async (name) => {
    const faults = await witnessed(without(name));
    expect(faults).toEqual([expect.stringContaining(name)]);
  });

  it.each<[string, RequestListener, string]>([
    ['a redirect', answering(302, { location: '/login' }, ''), 'a redirect'],
    ['a server’s name', answering(200, { server: 'Legacy/1' }, ''), 'has server'],
    ['CORS', answering(200, { 'access-control-allow-origin': '*' }, ''), 'has access-control-allow-origin'],
    ['an upstream’s cookie', answering(200, { 'set-cookie': 'up=1; Path=/; SameSite=Strict' }, ''), 'cookie up'],
    [
      'a session cookie for scripts',
      answering(200, { 'set-cookie': GOOD_COOKIE.replace('HttpOnly; ', '') }, ''),
      'can be read by scripts',
    ],
    [
      'a cookie for other sites',
      answering(200, { 'set-cookie': GOOD_COOKIE.replace('Strict', 'Lax') }, ''),
      'attributes of despacho',
    ],
    ['a cookie of a domain', answering(200, { 'set-cookie': `${GOOD_COOKIE}; Domain=x.pe` }, ''), 'has a domain'],
    [
      'a prefixed cookie that is not secure',
      answering(200, { 'set-cookie': `__Host-${GOOD_COOKIE}` }, ''),
      'is not secure',
    ],
    ['an error page', answering(404, { 'content-type': 'text/html' }, 'no'), 'not a problem document'],
    ['another status', answering(404, PROBLEM, problem(400)), 'another status in the problem'],
    ['another request id', answering(404, PROBLEM, problem(404, { requestId: 'x' })), 'another request id'],
    [
      'a failure of ours',
      answering(500, PROBLEM, problem(500, { type: 'urn:despacho:problem:internal' })),
      'a failure of our own making',
    ],
    ['a public cache', answering(200, { 'cache-control': 'public, max-age=60' }, '{}'), 'cache-control: public'],
  ])('G30 G32: reports %s', async (_what, listener, expected) => {
    expect(await witnessed(listener)).toEqual([expect.stringContaining(expected)]);
  });

  it('G21: reports a call that is not listed', async () => {
    const hits = [{ method: 'POST', path: '/known' } as Hit, { method: 'GET', path: '/known/more' } as Hit];
    const faults = await witnessed(answering(200, {}, '{}'), { hits });
    expect(faults).toEqual(['an upstream was asked POST /known', 'an upstream was asked GET /known/more']);
  });

  it('G11: watches the real gateway, and fails its test', async () => {
    const gateway = await startGateway();
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    await browser.get('/api/clients');
    const { tap, stored, logText, hits } = gateway.evidence();
    expect(tap.exchanges().map(({ request, answer }) => [request?.target, answer.status])).toEqual([
      ['/api/auth/session', 401],
      ['/api/auth/login', 200],
      ['/api/clients', 200],
    ]);
    expect(tap.exchanges().at(-1)?.answer.body.toString()).toContain('Óptica');
    expect(stored).toContain('"username":"ana"');
    expect(logText).toContain('login.ok');
    expect(hits.map(({ path }) => path)).toContain('/base/clients/');
    gateway.services.log.info({ note: SECRETS.STORAGE_PASSWORD });
    await expect(gateway.close()).rejects.toThrow(`the log holds "${SECRETS.STORAGE_PASSWORD}"`);
  });
});
