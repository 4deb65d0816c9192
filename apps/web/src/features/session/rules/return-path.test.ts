import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '#shared/paths.ts';
import { safeReturnPath, withReturnPath } from './return-path.ts';

describe('safeReturnPath', () => {
  it.each(['/clients', '/clients/7?q=caf%C3%A9&orden=-name#fila-7', '/assing', '/authors', '/nada'])(
    'S10: keeps %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'clients',
    '//otro.test',
    '///otro.test',
    '/\\otro.test',
    '\\\\otro.test',
    '/\t/otro.test',
    '/\n/otro.test',
    ' /clients',
    '/.//otro.test',
    '/clients/..//otro.test',
    '/%2e//otro.test',
    'https://otro.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/ clients',
    '/a\u0000b',
    '/%5cotro.test/..//..//otro.test',
    '/..//otro.test',
    'http:otro.test',
    '//otro.test:80@localhost/',
    '@otro.test',
  ])('S10: rejects %j', (raw) => {
    expect(safeReturnPath(raw)).toBeUndefined();
  });

  it.each(['/', '/auth', '/auth/login?volver=/clients', '/auth/logout', '/login', '/error/403', '/AUTH/LOGOUT'])(
    'S10: rejects %s, which would loop or sign out',
    (raw) => {
      expect(safeReturnPath(raw)).toBeUndefined();
    },
  );

  it('S10: never leaves the origin, for any input', { timeout: 30_000 }, () => {
    const nasty = fc.array(
      fc.constantFrom('/', '\\', '.', '%2f', '%5c', '@', ':', '?', '#', ' ', '\t', 'a', 'otro.test'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          nasty.map((parts) => `/${parts.join('')}`),
        ),
        (raw) => {
          const back = safeReturnPath(raw);
          if (back === undefined) return;
          expect(new URL(back, 'https://despacho.test/oficina/').origin).toBe('https://despacho.test');
          expect(back.startsWith('/') && !back.startsWith('//')).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('S10: accepts its own result unchanged', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const back = safeReturnPath(`/x${path}?${query}`);
        expect(safeReturnPath(back)).toBe(back);
      }),
    );
  });
});

describe('withReturnPath', () => {
  it('S10: the path round-trips', () => {
    const url = new URL(withReturnPath(paths.expired, '/clients?q=a&b=c#d'), 'https://despacho.test');
    expect(url.pathname).toBe('/login');
    expect(safeReturnPath(url.searchParams.get('volver'))).toBe('/clients?q=a&b=c#d');
  });

  it('omits an unsafe return path', () => {
    expect(withReturnPath(paths.login, '/')).toBe('/auth/login');
    expect(withReturnPath(paths.login, '//otro.test')).toBe('/auth/login');
  });
});
