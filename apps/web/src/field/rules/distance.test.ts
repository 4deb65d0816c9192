import { expect, it } from 'vitest';
import { distanceText } from './distance.ts';

it.each([
  [3, '10 m'],
  [84, '80 m'],
  [470, '450 m'],
  [949, '950 m'],
  [1_240, '1.2 km'],
  [9_960, '10 km'],
  [14_300, '14 km'],
])('writes %i meters as %s', (meters, text) => {
  expect(distanceText(meters)).toBe(text);
});
