import { afterEach, describe, expect, it, vi } from 'vitest';
import { pathInApp } from './path-in-app.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('pathInApp', () => {
  it.each([
    ['https://despacho.test/', 'https://despacho.test/clients/7?q=a#x', '/clients/7?q=a#x'],
    ['https://despacho.test/oficina/', 'https://despacho.test/oficina/clients?q=a', '/clients?q=a'],
    ['https://despacho.test/oficina/', 'https://despacho.test/oficina/', '/'],
  ])('below %s, maps %s to %s', (baseURI, url, path) => {
    vi.stubGlobal('document', { baseURI });
    expect(pathInApp(url)).toBe(path);
  });
});
