import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { districtKey, indexDistricts } from './district-index.ts';
import { areaOf, districtsOf } from './districts.ts';

const index = indexDistricts(
  districtsOf([
    {
      code: '0401',
      name: 'Arequipa',
      department: 'Arequipa',
      districts: [{ code: '10', name: 'Miraflores', lat: -16.393, lng: -71.519 }],
    },
    {
      code: '0611',
      name: 'San Miguel',
      department: 'Cajamarca',
      districts: [
        { code: '01', name: 'San Miguel', lat: -7, lng: -78.85 },
        { code: '02', name: 'Bolívar', lat: -6.978, lng: -79.18 },
      ],
    },
    {
      code: '0701',
      name: 'Callao',
      department: 'Callao',
      districts: [
        { code: '01', name: 'Callao', lat: -12.052, lng: -77.126 },
        { code: '04', name: 'La Perla', lat: -12.067, lng: -77.118 },
      ],
    },
    {
      code: '1501',
      name: 'Lima',
      department: 'Lima',
      districts: [
        { code: '01', name: 'Lima', lat: -12.051, lng: -77.037 },
        { code: '05', name: 'Breña', lat: -12.059, lng: -77.051 },
        { code: '18', name: 'Lurigancho', lat: -11.936, lng: -76.697 },
        { code: '22', name: 'Miraflores', lat: -12.119, lng: -77.028 },
        { code: '32', name: 'San Juan de Lurigancho', lat: -11.995, lng: -77.005 },
        { code: '36', name: 'San Miguel', lat: -12.077, lng: -77.087 },
      ],
    },
  ]),
);

const codes = (found: readonly { ubigeo: string }[]): string[] => found.map(({ ubigeo }) => ubigeo);

describe('districts', () => {
  it('finds each district by its name and area, however it is accented, cased and spaced', () => {
    const written = fc.record({
      district: fc.constantFrom(...index.all),
      isUpper: fc.boolean(),
      isPlain: fc.boolean(),
      blank: fc.constantFrom(' ', '  ', ' \t'),
      join: fc.constantFrom(', ', ' - ', '/', ' (', ' | '),
    });
    fc.assert(
      fc.property(written, ({ district, isUpper, isPlain, blank, join }) => {
        let text = `${district.name}${join}${areaOf(district)}`.replaceAll(' ', blank);
        if (isUpper) text = text.toUpperCase();
        if (isPlain) text = text.normalize('NFD').replace(/\p{Mn}/gu, '');
        expect(index.find(text)).toEqual({ kind: 'found', district });
      }),
    );
  });

  it('never throws, and finds only districts of the list', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('1501', '0401', null), (text, near) => {
        const match = index.find(text, near);
        const found =
          match.kind === 'found' ? [match.district] : match.kind === 'ambiguous' ? match.options : match.similar;
        expect(index.all).toEqual(expect.arrayContaining([...found, ...index.search(text, near)]));
        expect(districtKey(districtKey(text))).toBe(districtKey(text));
      }),
    );
  });

  it('decides between equal names by the province of the office, and otherwise returns all of them', () => {
    expect(index.find('San Miguel', '1501')).toMatchObject({ kind: 'found', district: { ubigeo: '150136' } });
    expect(index.find('San Miguel', '0611')).toMatchObject({ kind: 'found', district: { ubigeo: '061101' } });
    expect(index.find('San Miguel', '0701')).toMatchObject({ kind: 'found', district: { ubigeo: '150136' } });
    expect(index.find('San Miguel', '0401')).toMatchObject({ kind: 'ambiguous', options: [{}, {}] });
    expect(index.find('La Perla', '0401')).toMatchObject({ kind: 'found', district: { ubigeo: '070104' } });
  });

  it('suggests districts of a similar name', () => {
    expect(index.find('San Migel', '1501')).toMatchObject({
      kind: 'unknown',
      similar: [{ ubigeo: '150136' }, { ubigeo: '061101' }],
    });
    expect(index.find('Gondor', '1501')).toEqual({ kind: 'unknown', similar: [] });
    expect(index.find('', '1501')).toEqual({ kind: 'unknown', similar: [] });
  });

  it('lists what a search matches, the office’s province and city first', () => {
    expect(codes(index.search('', '0701')).slice(0, 3)).toEqual(['070101', '070104', '150101']);
    expect(codes(index.search('mira', '0401'))).toEqual(['040110', '150122']);
    expect(codes(index.search('luri', '1501'))).toEqual(['150118', '150132']);
    expect(codes(index.search('miraflores areq', '1501'))).toEqual(['040110']);
    expect(codes(index.search('s.j.l.', '1501'))).toEqual(['150132']);
    expect(codes(index.search('chos', '1501'))).toEqual(['150118']);
    expect(codes(index.search('0701'))).toEqual(['070101', '070104']);
    expect(codes(index.search('lima', '0401')).slice(0, 2)).toEqual(['150101', '150105']);
    expect(index.search('gondor')).toEqual([]);
  });

  it('labels a district with its area, except the one in the office’s area', () => {
    const label = (ubigeo: string, near: string | null) => {
      const district = index.of(ubigeo);
      return district && index.labelOf(district, near);
    };
    expect(label('150136', '1501')).toBe('San Miguel');
    expect(label('061101', '1501')).toBe('San Miguel (San Miguel, Cajamarca)');
    expect(label('150136', null)).toBe('San Miguel (Lima)');
    expect(label('150105', null)).toBe('Breña');
  });

  it('lists exact names before longer ones', () => {
    const at = { province: 'X', department: 'X', lat: -7, lng: -78 };
    const long = { ubigeo: '020101', name: 'San Miguel de Aco', ...at };
    const exact = { ubigeo: '060101', name: 'San Miguel', ...at };
    expect(indexDistricts([long, exact]).search('san miguel', '1501')).toEqual([exact, long]);
  });

  it('names the area of a district without repeating the province', () => {
    expect(index.all.map(areaOf).filter((area, at, all) => all.indexOf(area) === at)).toEqual([
      'Arequipa',
      'San Miguel, Cajamarca',
      'Callao',
      'Lima',
    ]);
  });
});
