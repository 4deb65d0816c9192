import { expect, it } from 'vitest';
import { distanceText, metersBetween } from './distance.ts';

it('measures between two places of Lima', () => {
  const meters = metersBetween({ lat: -12.0464, lng: -77.0428 }, { lat: -12.1191, lng: -77.0297 });
  expect(meters).toBeGreaterThan(8_100);
  expect(meters).toBeLessThan(8_300);
});

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
