import { expect, it } from 'vitest';
import { growthOf, slopeOf } from './trend.ts';

const samples = (values: readonly number[]) => values.map((value, at) => ({ at, value }));

it('returns how fast a value grows or falls', () => {
  expect(slopeOf(samples([10, 12, 14, 16]))).toBe(2);
  expect(slopeOf(samples([16, 14, 12, 10]))).toBe(-2);
  expect(slopeOf([10, 30].map((value, index) => ({ at: index * 10, value })))).toBe(2);
});

it('ignores a sawtooth and single outliers', () => {
  const sawtooth = Array.from({ length: 60 }, (_, index) => 100 + (index % 6));
  expect(Math.abs(growthOf(samples(sawtooth)))).toBeLessThan(0.02);
  expect(slopeOf(samples([10, 10, 10, 500, 10, 10, 10]))).toBe(0);
});

it('finds a slow leak under a sawtooth', () => {
  const leaking = Array.from({ length: 60 }, (_, index) => 100 + (index % 6) + index / 2);
  expect(growthOf(samples(leaking))).toBeGreaterThan(0.2);
});

it('throws for fewer than two points in time', () => {
  expect(() => slopeOf(samples([1]))).toThrow(RangeError);
  expect(() => growthOf([])).toThrow(RangeError);
});
