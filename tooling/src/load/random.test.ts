import { expect, it } from 'vitest';
import { createRandom, shuffled } from './random.ts';

const draw = (seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: 200 }, () => random.below(10));
};

it('repeats its numbers for the same seed and differs for another', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

it('draws every number below the limit and no other', () => {
  expect(new Set(draw(7))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
});

it('draws from a fork without changing its parent’s numbers', () => {
  const [one, two] = [createRandom(7), createRandom(7)];
  const fork = one.fork();
  fork.below(10);
  two.fork();
  expect(one.below(1000)).toBe(two.below(1000));
});

it('shuffles without losing elements', () => {
  const things = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(shuffled(createRandom(3), things)).not.toEqual(things);
  expect(shuffled(createRandom(3), things).sort()).toEqual(things);
});
