import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const TOKEN = 'canary-xsrf-token';

/** Requests as they would have left the page. */
let sent: Request[] = [];

/** axios decides on loading whether it runs in a browser, so each test loads it into one. */
async function loadHttp() {
  vi.resetModules();
  const { http } = await import('./http.ts');
  return http;
}

const answer = (request: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  sent.push(new Request(request, init));
  return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
};

beforeEach(() => {
  sent = [];
  const page = { baseURI: 'https://despacho.test/', cookie: `XSRF-TOKEN=${TOKEN}` };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { href: 'https://despacho.test/', origin: 'https://despacho.test' });
  vi.stubGlobal('window', { document: page, location: { href: 'https://despacho.test/' } });
  vi.stubGlobal('navigator', { product: 'Gecko', userAgent: 'test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Object.prototype, 'withXSRFToken');
  Reflect.deleteProperty(Object.prototype, 'xsrfHeaderName');
});

async function tokenSentTo(method: string, url: string, more: object = {}): Promise<string | null | undefined> {
  const http = await loadHttp();
  await http.request({
    method,
    url,
    adapter: 'fetch',
    env: { fetch: answer, Request, Response: Response as never },
    ...more,
  });
  expect(sent).toHaveLength(1);
  return sent[0]?.headers.get('x-xsrf-token');
}

/** Ways to name another origin, the last of them one that only looks like ours. */
const ELSEWHERE = [
  'https://evil.test/api/x',
  'https://despacho.test:8443/api/x',
  'https://despacho.test.evil.test/x',
  'http://despacho.test/x',
];

describe('axios and the anti-forgery token', () => {
  // axios 0.8 to 1.5 put the cookie's value into a header of every request, whatever host it went to.
  it.each(ELSEWHERE)('G12: CVE-2023-45857: %s never sees it', async (url) => {
    expect(await tokenSentTo('POST', url)).toBeNull();
  });

  // axios before 1.15.1 took any truthy value, also one inherited from a polluted prototype, for «to every origin».
  it.each(ELSEWHERE.slice(0, 1))('G12: CVE-2026-42042: nor with a polluted prototype: %s', async (url) => {
    Object.defineProperty(Object.prototype, 'withXSRFToken', { value: true, configurable: true, writable: true });
    expect(await tokenSentTo('POST', url)).toBeNull();
    sent = [];
    expect(await tokenSentTo('POST', url, { withCredentials: true })).toBeNull();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('G12: our own origin does, for %s', async (method) => {
    expect(await tokenSentTo(method, 'https://despacho.test/api/permission/7')).toBe(TOKEN);
  });

  it('G12: a read of our own does not need it', async () => {
    expect(await tokenSentTo('GET', 'https://despacho.test/api/clients')).toBeNull();
  });
});
