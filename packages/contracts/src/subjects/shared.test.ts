import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { id, officeId, permission } from './shared.ts';

const isId = (value: unknown): boolean => id.safeParse(value).success;

describe('id', () => {
  it.each(['1', 'LIMA', 'a_b-c', '0190-ab', 'A'.repeat(64)])('accepts %s', (value) => {
    expect(isId(value)).toBe(true);
  });

  it.each([
    '',
    '/',
    'a/b',
    '..',
    '.',
    'a.b',
    'a\\b',
    'a%2fb',
    'a b',
    '-a',
    '_a',
    'a\n',
    'a\u0000',
    'ñ',
    'A'.repeat(65),
  ])('rejects %j', (value) => {
    expect(isId(value)).toBe(false);
  });

  it('rejects anything but text', () => {
    for (const value of [1, null, undefined, ['a'], { toString: () => 'a' }]) expect(isId(value)).toBe(false);
  });

  it('rejects characters with a meaning in an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        if (isId(value)) expect(encodeURIComponent(value)).toBe(value);
      }),
    );
  });
});

const isOfficeId = (value: unknown): boolean => officeId.safeParse(value).success;

describe('officeId', () => {
  it.each([
    'LIMA',
    '12',
    'San Juan de Miraflores',
    'Ñaña',
    'Lima, Centro',
    'N.° 3',
    'A&B',
    '(Sur) #2',
    'Q’osqo',
    'a..',
  ])('accepts %s', (value) => {
    expect(isOfficeId(value)).toBe(true);
  });

  it.each([
    '',
    ' ',
    ' Lima',
    'Lima ',
    '.',
    '..',
    '.a',
    '-a',
    'a/b',
    'a\\b',
    'a%2fb',
    '50%',
    'a\tb',
    'a\n',
    '\u0000',
    '\ud800',
    '<a>',
    'A'.repeat(65),
  ])('G22: rejects %j', (value) => {
    expect(isOfficeId(value)).toBe(false);
  });

  it('G22: is one segment of a path, encoded once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (value) => {
        if (!isOfficeId(value)) return;
        const { pathname } = new URL(`http://host/a/${encodeURIComponent(value)}/b`);
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', value, 'b']);
      }),
    );
  });
});

describe('permission', () => {
  it('keeps codes this product does not know', () => {
    expect(permission.parse({ module: 'X99' })).toEqual({ module: 'X99' });
  });

  it.each(['', 'D01,D02', 'A'.repeat(17), 'D 01'])('rejects %j', (module) => {
    expect(permission.safeParse({ module }).success).toBe(false);
  });
});
