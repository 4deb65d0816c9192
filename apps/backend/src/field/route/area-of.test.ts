import { metersBetween } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { areaOf } from './area-of.ts';

/** A stop in Miraflores, and one in the north of San Isidro. */
const LARCO = { lat: -12.119, lng: -77.028, ubigeo: '150122' };
const ISIDRO = { lat: -12.09, lng: -77.05, ubigeo: '150131' };

describe('areaOf', () => {
  it('is undefined without stops', () => {
    expect(areaOf([])).toBeUndefined();
  });

  it('contains each stop with two kilometres around it, and little more than its districts', () => {
    const area = areaOf([LARCO, ISIDRO]);
    if (!area) throw new Error('no area');
    for (const { lat, lng } of [LARCO, ISIDRO]) {
      expect(metersBetween({ lat, lng }, { lat, lng: area.west })).toBeGreaterThan(1990);
      expect(metersBetween({ lat, lng }, { lat, lng: area.east })).toBeGreaterThan(1990);
      expect(metersBetween({ lat, lng }, { lat: area.north, lng })).toBeGreaterThan(1990);
      expect(metersBetween({ lat, lng }, { lat: area.south, lng })).toBeGreaterThan(1990);
    }
    const across = metersBetween({ lat: -12.1, lng: area.west }, { lat: -12.1, lng: area.east });
    expect(across).toBeLessThan(16_000);
  });

  it('does not reach a stop that is far from its district', () => {
    expect(areaOf([LARCO, { ...LARCO, lat: -13.5, lng: -71.9 }])).toEqual(areaOf([LARCO]));
  });
});
