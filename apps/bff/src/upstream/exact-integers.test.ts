import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInexact, withExactIntegers } from './exact-integers.ts';

it('S32: writes whole numbers beyond 2^53 as texts, and nothing else', () => {
  expect(withExactIntegers('[{"id":9007199254740993,"a":-90071992547409931,"b":9007199254740991,"c":1e30}]')).toBe(
    '[{"id":"9007199254740993","a":"-90071992547409931","b":9007199254740991,"c":1e30}]',
  );
  const others =
    '["9007199254740993","\\"90071992547409939",0.12345678901234567,12345678901234567.5,{"9007199254740993":1}]';
  expect(withExactIntegers(others)).toBe(others);
});

it('reads as the same value wherever every number is exact', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      if (!/\d{16}/.test(json)) expect(withExactIntegers(json)).toBe(json);
    }),
  );
});

it('knows which numbers are no longer what was written', () => {
  expect([2 ** 53, -(2 ** 60), 1e30].every(isInexact)).toBe(true);
  expect([2 ** 53 - 1, 0.1, Infinity, 7].some(isInexact)).toBe(false);
});
