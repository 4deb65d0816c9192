import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestedAddress, redirectTo } from './redirect-to.ts';

const request = (path: string) => new Request(`https://despacho.test${path}`);
const REPLACES = 'X-Remix-Replace';

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://despacho.test/clients?q=a#b' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sendOn', () => {
  it('replaces an address that is already in the history', () => {
    const answer = redirectTo(request('/clients?q=a'), '/auth/login');
    expect(answer.headers.get('Location')).toBe('/auth/login');
    expect(answer.headers.has(REPLACES)).toBe(true);
  });

  it.each(['/clients', '/clients?q=b', '/map'])(
    'pushes the target of a link to %s and keeps the page with the link',
    (path) => {
      const answer = redirectTo(request(path), '/error/403');
      expect(answer.headers.get('Location')).toBe('/error/403');
      expect(answer.headers.has(REPLACES)).toBe(false);
    },
  );
});

it('S10: keeps the fragment of the requested address', () => {
  expect(requestedAddress(request('/clients?q=a'))).toBe('https://despacho.test/clients?q=a#b');
  expect(requestedAddress(request('/map'))).toBe('https://despacho.test/map');
});
