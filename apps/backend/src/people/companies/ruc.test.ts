import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRuc, rucCheckDigit } from './ruc.ts';

describe('the tax id', () => {
  // Published by the companies themselves.
  it.each(['20100047218', '20131312955', '20100130204', '20100017491'])('accepts %s', (ruc) => {
    expect(isRuc(ruc)).toBe(true);
  });

  it.each(['', '2010004721', '201000472180', '20100047219', '99100047218', '2010004721X', ' 20100047218'])(
    'rejects %j',
    (text) => {
      expect(isRuc(text)).toBe(false);
    },
  );

  it('detects any single wrong digit', () => {
    const ten = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
      .map((rest) => `20${rest.join('')}`);
    fc.assert(
      fc.property(ten, fc.integer({ min: 1, max: 9 }), (first, off) => {
        const digit = rucCheckDigit(first);
        expect(isRuc(`${first}${String(digit)}`)).toBe(true);
        expect(isRuc(`${first}${String((digit + off) % 10)}`)).toBe(false);
      }),
    );
  });
});
