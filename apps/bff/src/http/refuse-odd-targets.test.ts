import { describe, expect, it } from 'vitest';
import { oddityOf } from './refuse-odd-targets.ts';

describe('oddityOf', () => {
  it.each([
    '/',
    '/api/users',
    '/api/users/LIMA?x=1&y=%2F..',
    '/caf%C3%A9',
    '/a.b-c_d~e',
    '/assets/index-a1.js',
    '/x?a[]=1',
  ])('passes %s', (url) => {
    expect(oddityOf(url)).toBeUndefined();
  });

  it.each([
    '//evil.example/',
    '/a//b',
    'http://evil.example/',
    '*',
    '',
    '/..',
    '/a/../b',
    '/a/./b',
    '/a/%2e%2E/b',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/a%00',
    '/a%0d%0ab',
    '/a%252fb',
    '/%ff',
    '/%zz',
    '/%',
    '/a b',
    '/á',
    '/a#b',
  ])('refuses %j', (url) => {
    expect(oddityOf(url)).toBe('invalid-request');
  });

  it('refuses more than two thousand characters', () => {
    expect(oddityOf(`/${'x'.repeat(2047)}`)).toBeUndefined();
    expect(oddityOf(`/${'x'.repeat(2048)}`)).toBe('address-too-long');
  });
});
