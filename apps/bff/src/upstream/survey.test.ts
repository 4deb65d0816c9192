import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { surveyOf } from './survey.ts';

describe('surveyOf', () => {
  it('counts texts and names, and finds what is to be dropped', () => {
    expect(surveyOf({ a: 'x', b: [1, 'y', null, true], c: { d: '' } })).toEqual({
      drops: false,
      texts: 7,
      longNumbers: [],
    });
    expect(surveyOf([{ a: { clave: 1 } }]).drops).toBe(true);
    expect(surveyOf(JSON.parse('{"__proto__":1}')).drops).toBe(true);
    expect(surveyOf('x')).toEqual({ drops: false, texts: 1, longNumbers: [] });
  });

  it('G11: tells of every number that shows seven digits in a row', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -2e9, max: 2e9 }), fc.nat(12))
      .map(([digits, places]) => Number(`${digits}e-${places}`));
    fc.assert(
      fc.property(fc.oneof(decimal, fc.double({ noNaN: true }), fc.integer()), (value) => {
        const told = surveyOf([value]).longNumbers.length === 1;
        if (/\d{7}/.test(String(value))) expect(told).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('does not tell of coordinates and amounts, which are most numbers', () => {
    expect(surveyOf([-12.158913, -76.943421, 0, 7, 999999, 150.5, 0.1, 0.000001]).longNumbers).toEqual([]);
    expect(surveyOf([1e6, -20512345678, 0.1234567, Infinity]).longNumbers).toHaveLength(4);
  });

  it('G27: gives up on nesting beyond reason, also when it has found what it looks for', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(surveyOf([{ clave: nest(100) }]).drops).toBe(true);
    expect(() => surveyOf([{ clave: 1 }, nest(40)])).toThrow(Failure);
    expect(surveyOf(nest(40))).toMatchObject({ texts: 0 });
    expect(() => surveyOf(nest(41))).toThrow(Failure);
  });
});
