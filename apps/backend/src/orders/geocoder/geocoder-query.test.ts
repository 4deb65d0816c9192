import { describe, expect, it } from 'vitest';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { geocoderQuery } from './geocoder-query.ts';

const NAMES = ['José Peña Ríos', 'Bodega Ñandú'];

const query = (address: string, ubigeo = '150122') => {
  const district = DISTRICTS.of(ubigeo);
  return district && geocoderQuery(address, district, NAMES);
};

describe('geocoderQuery', () => {
  it('contains address, district, province and country', () => {
    expect(query('Av. Larco 345')).toBe('Av. Larco 345, Miraflores, Lima, Perú');
    expect(query('Av. Goyeneche 12', '040110')).toBe('Av. Goyeneche 12, Miraflores, Arequipa, Perú');
  });

  it.each([
    'Av. Larco 345, José Peña Ríos',
    'BODEGA ÑANDU - Av. Larco 345',
    'Av. Larco 345 (preguntar por Rosa)',
    'Av. Larco 345, ref. casa verde de doña Rosa',
    'Av. Larco 345. Atención: Rosa',
    'Av. Larco 345 cel 987 654 321',
    'Av. Larco 345 +51 987-654-321',
    'Av. Larco 345, 4445566',
    'Av. Larco 345 rosa@example.com',
  ])('sends no name or telephone of «%s»', (address) => {
    expect(query(address)).toBe('Av. Larco 345, Miraflores, Lima, Perú');
  });

  it.each([
    'Av. Larco 345 dpto. 301',
    'Av. Larco 345 Dpto 301-B, piso 3',
    'Av. Larco 345, Int. B',
    'Av. Larco 345 - 3er piso',
    'Av. Larco 345 Oficina N° 12',
    'Dpto 4, Av. Larco 345',
  ])('sends no flat of «%s»', (address) => {
    expect(query(address)).toBe('Av. Larco 345, Miraflores, Lima, Perú');
  });

  it('keeps text that only resembles a note', () => {
    for (const address of [
      'Jr. Telégrafos 120',
      'Av. Dr. Rebagliati 5',
      'Mz. 12 Lt. 34 Urb. Aurora',
      'Calle Peña 7',
      'Jr. Puno 1234 - 501',
      'Av. Larco 345, Departamento de Lima',
      'Calle Piso Firme 20',
      'Jr. Interior Sur 12',
    ])
      // prettier-ignore
      expect(query(address)).toBe(`${address}, Miraflores, Lima, Perú`);
  });

  it('is undefined for an address without content', () => {
    for (const address of ['-', '345', 'Mz. 12 Lt. 34', 'José Peña Ríos', '(al frente)', '987654321'])
      expect(query(address)).toBeUndefined();
  });
});
