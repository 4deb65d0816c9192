import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactly } from './exact-integers.ts';

it('S32: parses only integers above 2^53 as text', () => {
  const json =
    '[{"id":9007199254740993,"a":[-90071992547409931],"b":9007199254740991,"c":1e30,"d":"9007199254740993","e":"\\"90071992547409939"}]';
  expect(parseExactly(json)).toEqual([
    {
      id: '9007199254740993',
      a: ['-90071992547409931'],
      b: 9007199254740991,
      c: 1e30,
      d: '9007199254740993',
      e: '"90071992547409939',
    },
  ]);
  const others = '["9007199254740993",0.12345678901234567,12345678901234567.5,{"9007199254740993":1}]';
  expect(parseExactly(others)).toEqual(JSON.parse(others));
});

it('parses the same value as JSON.parse if every number is exact', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      if (!/\d{16}/.test(json)) expect(parseExactly(json)).toEqual(JSON.parse(json));
    }),
  );
});

it.each(['[012345678901234567890]', '[12345678901234567890', '[12345678901234567890x]'])('rejects %s', (text) => {
  expect(() => parseExactly(text)).toThrow(SyntaxError);
});
