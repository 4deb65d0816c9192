import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueKind, valueText } from './value-kind.ts';

it.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [{}, 'nothing'],
  [0, 'text'],
  [false, 'text'],
  [['a'], 'list'],
  [{ a: 1 }, 'record'],
] as const)('classifies %j as %s', (value, kind) => {
  expect(valueKind(value)).toBe(kind);
});

it('S32: classifies and formats every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(['nothing', 'text', 'list', 'record']).toContain(valueKind(value));
      expect(typeof valueText(value)).toBe('string');
    }),
  );
  expect([valueText(true), valueText(false), valueText(20512345678)]).toEqual(['Sí', 'No', '20512345678']);
});
