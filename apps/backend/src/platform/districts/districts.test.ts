import { expect, it } from 'vitest';
import { DISTRICTS, PROVINCES } from './districts.ts';

it('has the districts of all provinces, each with a place in the country', () => {
  expect(PROVINCES).toHaveLength(196);
  expect(new Set(PROVINCES.map(({ department }) => department)).size).toBe(25);
  expect(DISTRICTS.all).toHaveLength(1891);
  expect(new Set(DISTRICTS.all.map(({ ubigeo }) => ubigeo)).size).toBe(1891);
  for (const { ubigeo, name, lat, lng } of DISTRICTS.all) {
    expect(ubigeo).toMatch(/^(?:0[1-9]|1\d|2[0-5])\d{4}$/);
    expect(name).toMatch(/^[A-ZÁÉÍÓÚÑ]/);
    expect(lat > -18.4 && lat < 0 && lng > -81.4 && lng < -68.6, `${ubigeo} ${name}`).toBe(true);
  }
});

it('finds every district by its name and area', () => {
  for (const district of DISTRICTS.all) {
    const { ubigeo, name, province, department } = district;
    expect(DISTRICTS.find(`${name}, ${province}, ${department}`), ubigeo).toEqual({ kind: 'found', district });
  }
});
