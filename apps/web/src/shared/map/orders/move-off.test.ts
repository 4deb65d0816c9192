import { expect, it } from 'vitest';
import { moveOff } from './move-off.ts';

const disc = { x: 0, y: 0, radius: 13 };
const distance = (from: { x: number; y: number }, to: { x: number; y: number }) =>
  Math.hypot(from.x - to.x, from.y - to.y);

it('leaves a circle that hides nothing where it is', () => {
  expect(moveOff(disc, [{ x: 30, y: 0, radius: 20 }])).toEqual({ x: 0, y: 0 });
});

it('moves a circle off the figure below it', () => {
  const below = { x: 6, y: 0, radius: 20 };
  const moved = moveOff(disc, [below]);
  expect(moved.x).toBeLessThan(0);
  expect(distance(moved, below)).toBeGreaterThan(13 + 10);
  expect(moveOff(disc, [{ ...below, x: 0 }])).toEqual({ x: 0, y: -24 });
});

it('moves off one figure without covering the next', () => {
  const two = [
    { x: 0, y: 2, radius: 20 },
    { x: 0, y: -40, radius: 20 },
  ];
  const moved = moveOff({ ...disc, x: 1 }, two);
  for (const each of two) expect(distance(moved, each)).toBeGreaterThan(22);
});
