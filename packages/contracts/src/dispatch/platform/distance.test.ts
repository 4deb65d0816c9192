import { expect, it } from 'vitest';
import { metersBetween } from './distance.ts';

it('measures between two places of Lima', () => {
  const meters = metersBetween({ lat: -12.0464, lng: -77.0428 }, { lat: -12.1191, lng: -77.0297 });
  expect(meters).toBeGreaterThan(8_100);
  expect(meters).toBeLessThan(8_300);
});
