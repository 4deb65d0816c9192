import { describe, expect, it } from 'vitest';
import { DISTRICTS, districtOf, findDistrict } from './districts.ts';

describe('districts', () => {
  it('lists the three provinces, each code once and in order', () => {
    const codes = (prefix: string) => DISTRICTS.map(({ ubigeo }) => ubigeo).filter((code) => code.startsWith(prefix));
    for (const [prefix, count] of [
      ['1501', 43],
      ['0401', 29],
      ['1301', 12],
    ] as const)
      // prettier-ignore
      expect(codes(prefix)).toEqual(
        Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, '0')}`),
      );
    expect(DISTRICTS).toHaveLength(84);
  });

  it('places each district within its province', () => {
    const box = { Lima: [-12.6, -11.7, -77.3, -76.6], Arequipa: [-16.7, -16.1, -72.2, -71], Trujillo: [-8.3, -7.9, -79.2, -78.7] }; // prettier-ignore
    for (const { province, lat, lng, name } of DISTRICTS) {
      const [south = 0, north = 0, west = 0, east = 0] = box[province];
      expect(lat > south && lat < north && lng > west && lng < east, name).toBe(true);
    }
  });

  it('finds a district by its INEI code', () => {
    expect(districtOf('150122')).toMatchObject({ name: 'Miraflores', province: 'Lima' });
    expect(districtOf('040110')).toMatchObject({ name: 'Miraflores', province: 'Arequipa' });
    expect(districtOf('150999')).toBeUndefined();
  });

  it('finds a district by name, without guessing', () => {
    expect(findDistrict(' san  MARTIN de porres ')?.ubigeo).toBe('150135');
    expect(findDistrict('130111')?.name).toBe('Víctor Larco Herrera');
    expect(findDistrict('Miraflores')).toBeUndefined();
    expect(findDistrict('Miraflores', 'Arequipa')?.ubigeo).toBe('040110');
    expect(findDistrict('Surco')).toBeUndefined();
  });
});
