import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { geoDatabase } from '#test/support/geo-database.ts';
import { createPlaceOf, openGeoDatabase } from './place-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'despacho-geo-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const path = join(folder, 'places.mmdb');
writeFileSync(
  path,
  geoDatabase({
    '190.12.80.0/24': { country: { iso_code: 'PE' }, city: { names: { en: 'Cuzco', es: 'Cusco' } } },
    '190.12.81.0/24': { country: { iso_code: 'PE' }, city: { names: { en: 'Lima' } } },
    '200.1.0.0/16': { country_code: 'CL', city: 'Santiago' },
    '200.2.0.0/16': { country_code: 'DE' },
    '200.3.0.0/16': { country_code: 'XX' },
    '200.4.0.0/16': { country: { iso_code: '<b>' } },
    '200.5.0.0/16': { country_code: 'PE', city: `\u202e\n${'x'.repeat(90)}` },
    '2800:200::/32': { country_code: 'PE' },
    '192.168.0.0/16': { country_code: 'FR' },
  }),
);

describe('createPlaceOf', () => {
  const withDatabase = createPlaceOf(path);
  const without = createPlaceOf();

  it.each([
    ['190.12.80.9', 'Cusco, Perú'],
    ['190.12.81.255', 'Lima, Perú'],
    ['200.1.2.3', 'Santiago, Chile'],
    ['200.2.2.3', 'Alemania'],
    ['2800:200:1::7', 'Perú'],
    ['190.12.82.9', 'Lugar desconocido'],
    ['200.3.2.3', 'Lugar desconocido'],
    ['200.4.2.3', 'Lugar desconocido'],
    ['200.5.2.3', `${'x'.repeat(60)}, Perú`],
    ['2a00::1', 'Lugar desconocido'],
  ])('G7: with a database, %s is in %s', (address, place) => {
    expect(withDatabase(address)).toBe(place);
    expect(without(address)).toBe('Lugar desconocido');
  });

  it.each(`127.0.0.1 ::1 10.1.2.3 172.31.0.1 192.168.7.21 169.254.1.1 100.64.0.1 fd00::1 fe80::1`.split(/\s+/))(
    'G7: %s is in a private network, whatever a database says',
    (address) => {
      expect([withDatabase(address), without(address)]).toEqual(['Red interna', 'Red interna']);
    },
  );

  it.each(['', 'nowhere', '300.1.1.1', '190.12.80.9, 1.2.3.4'])('G7: %j has no place', (address) => {
    expect(withDatabase(address)).toBe('Lugar desconocido');
  });

  it.each(['172.32.0.1', '11.0.0.1', '100.128.0.1', '192.169.0.1', 'fe00::1'])(
    'G7: %s is outside the private ranges',
    (address) => {
      expect(without(address)).toBe('Lugar desconocido');
    },
  );

  it('G7: an IPv4-only database returns nothing for other addresses', () => {
    const file = join(folder, 'four.mmdb');
    // 2a00::1 begins with the bits of 42.0.0.0.
    writeFileSync(file, geoDatabase({ '42.0.0.0/16': { country_code: 'PE' } }, { ipVersion: 4 }));
    const placeOf = createPlaceOf(file);
    expect([placeOf('42.0.1.2'), placeOf('2a00::1')]).toEqual(['Perú', 'Lugar desconocido']);
  });

  it('G7: a damaged record returns nothing and fails no request', () => {
    const file = join(folder, 'damaged.mmdb');
    writeFileSync(file, geoDatabase({ '190.12.80.0/24': { country_code: 'PE' } }, { damaged: true }));
    expect(() => openGeoDatabase(file).get('190.12.80.9')).toThrow();
    expect(createPlaceOf(file)('190.12.80.9')).toBe('Lugar desconocido');
  });

  it('rejects a file that is not a database', () => {
    const other = join(folder, 'other.mmdb');
    writeFileSync(other, 'no database');
    expect(() => createPlaceOf(other)).toThrow();
    expect(() => createPlaceOf(join(folder, 'missing.mmdb'))).toThrow();
  });
});
