import { expect, it } from 'vitest';
import { arrowsAlong } from './arrows.ts';

it('points along the line at regular distances, across corners', () => {
  const arrows = arrowsAlong([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
  expect(arrows.map(([, tip]) => tip)).toEqual([
    { x: 45, y: 0 },
    { x: 100, y: 35 },
  ]);
  expect(arrows[0]).toEqual([
    { x: 39, y: 4 },
    { x: 45, y: 0 },
    { x: 39, y: -4 },
  ]);
  expect(arrowsAlong([])).toEqual([]);
});
