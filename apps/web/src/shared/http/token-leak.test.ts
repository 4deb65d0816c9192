import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const TOKEN = 'canary-xsrf-token';

/** Requests as they would leave the page. */
let sent: Request[] = [];

/** axios detects its environment on import, so each test imports it in a simulated browser. */
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

/** Ways to name another origin; the last one only looks like ours. */
const ELSEWHERE = [
  'https://evil.test/api/x',
  'https://despacho.test:8443/api/x',
  'https://despacho.test.evil.test/x',
  'http://despacho.test/x',
];

describe('axios and the csrf token', () => {
  // axios 0.8 to 1.5 added the cookie's value to a header of every request, to any host.
  it.each(ELSEWHERE)('G12: CVE-2023-45857: %s never receives it', async (url) => {
    expect(await tokenSentTo('POST', url)).toBeNull();
  });

  // axios before 1.15.1 treated any truthy value, including an inherited one, as «to every origin».
  it.each(ELSEWHERE.slice(0, 1))('G12: CVE-2026-42042: %s never receives it with a polluted prototype', async (url) => {
    Object.defineProperty(Object.prototype, 'withXSRFToken', { value: true, configurable: true, writable: true });
    expect(await tokenSentTo('POST', url)).toBeNull();
    sent = [];
    expect(await tokenSentTo('POST', url, { withCredentials: true })).toBeNull();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('G12: the page’s origin receives it, for %s', async (method) => {
    expect(await tokenSentTo(method, 'https://despacho.test/api/permission/7')).toBe(TOKEN);
  });

  it('G12: a read of the page’s origin is sent without it', async () => {
    expect(await tokenSentTo('GET', 'https://despacho.test/api/clients')).toBeNull();
  });
});
