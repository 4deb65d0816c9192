import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf, upstreamUrl } from './upstream-url.ts';

describe('upstreamUrl', () => {
  it.each([
    ['http://h/base', 'http://h/base/auth'],
    ['http://h/base/', 'http://h/base/auth'],
    ['http://h', 'http://h/auth'],
  ])('puts a path below %s', (base, expected) => {
    expect(upstreamUrl(new URL(base), '/auth').href).toBe(expected);
  });
});

describe('queryOf', () => {
  it('S29: encodes every value so that it arrives unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(new URLSearchParams(queryOf({ password: value })).get('password')).toBe(value);
        expect(queryOf({ password: value })).not.toMatch(/[+ ]/);
      }),
    );
  });
});
