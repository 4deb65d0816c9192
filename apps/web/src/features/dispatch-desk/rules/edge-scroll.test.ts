import { expect, it } from 'vitest';
import { edgeSpeed } from './edge-scroll.ts';

const list = { top: 100, bottom: 500 };

it.each([
  ['in the middle', 300, 0],
  ['where the zone begins', 444, 0],
  ['halfway into the lower zone', 472, 450],
  ['at the lower end', 500, 900],
  ['just below the list', 540, 900],
  ['far below it', 560, 0],
  ['at the upper end', 100, -900],
  ['just above the list', 60, -900],
])('scrolls by the distance to the edge: %s', (_, y, speed) => {
  expect(edgeSpeed(y, list)).toBe(speed);
});

it('scrolls a list lower than both zones towards the nearer end', () => {
  expect(edgeSpeed(145, { top: 100, bottom: 150 })).toBeGreaterThan(0);
  expect(edgeSpeed(105, { top: 100, bottom: 150 })).toBeLessThan(0);
});
