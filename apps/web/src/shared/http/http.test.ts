import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, isSameOrigin } from './address.ts';
import { http, needsXsrfToken, TIMEOUT_MS } from './http.ts';

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://despacho.test/oficina/' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the axios instance', () => {
  it('S41: times out after 10 s', () => {
    expect(TIMEOUT_MS).toBe(10_000);
    expect(http.defaults.timeout).toBe(10_000);
  });

  it('S33: copies the token from XSRF-TOKEN to X-XSRF-TOKEN', () => {
    expect(http.defaults.xsrfCookieName).toBe('XSRF-TOKEN');
    expect(http.defaults.xsrfHeaderName).toBe('X-XSRF-TOKEN');
    expect(http.defaults.withXSRFToken).toBe(needsXsrfToken);
  });

  it.each([
    ['POST', '/api/permission/7', true],
    ['delete', 'https://despacho.test/api/x', true],
    ['PATCH', 'api/x', true],
    ['GET', '/api/clients', false],
    [undefined, '/api/clients', false],
    ['HEAD', '/api/clients', false],
    ['POST', 'https://otro.test/api/x', false],
    ['POST', '//otro.test/api/x', false],
    ['POST', 'http://despacho.test/api/x', false],
    ['POST', 'https://despacho.test:8443/api/x', false],
  ])('S33: %s %s carries the token: %s', (method, url, expected) => {
    expect(needsXsrfToken({ ...(method !== undefined && { method }), url })).toBe(expected);
  });
});

describe('addressOf', () => {
  it('resolves below the base path of the page', () => {
    expect(addressOf('/api/clients')).toBe('https://despacho.test/oficina/api/clients');
  });

  it('never leaves the page’s origin', () => {
    expect(isSameOrigin(addressOf('//otro.test/api'))).toBe(true);
  });
});
