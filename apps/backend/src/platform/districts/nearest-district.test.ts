import { expect, it } from 'vitest';
import { nearestDistrict } from './nearest-district.ts';

it.each([
  ['Breña', -12.058, -77.05],
  ['Miraflores', -12.121, -77.03],
  ['Cayma', -16.38, -71.545],
  ['', 40.4, -3.7],
  ['', 0, 0],
])('returns «%s» for %d, %d', (name, lat, lng) => {
  expect(nearestDistrict({ lat, lng })).toBe(name);
});
