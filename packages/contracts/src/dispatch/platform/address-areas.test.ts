import { expect, it } from 'vitest';
import { addressAreas, parseAddress } from '../../addresses.ts';
import { indexDistricts } from './district-index.ts';
import { type District } from './districts.ts';

it('names the areas of a district, with its other names', () => {
  const district = (ubigeo: string, name: string): District => ({
    ubigeo,
    name,
    province: 'Lima',
    department: 'Lima',
    lat: 0,
    lng: 0,
  });
  const areas = addressAreas(indexDistricts([district('150101', 'Lima'), district('150140', 'Santiago de Surco')]));
  expect(areas('999999')).toBeUndefined();
  expect(parseAddress('Urb. Los Pinos Surco Mz B Lt 4 Cercado de Lima', areas('150140'))).toMatchObject({
    urbanisation: { name: 'los pinos' },
    district: 'Surco, Cercado de Lima',
  });
});
