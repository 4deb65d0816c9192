import { expect, it } from 'vitest';
import { distinctOptions, readPhotoFilter, withFilter, withoutFilter } from './photo-filter.ts';

const read = (query: string) => readPhotoFilter(new URLSearchParams(query));

it('reads the filter of a URL, and ignores what is not valid', () => {
  expect(
    read('cliente=20&repartidor=3&distrito=150122&tipo=firma&desde=2026-11-20&hasta=2026-11-21&oficina=LIMA'),
  ).toEqual({
    cliente: '20',
    repartidor: '3',
    distrito: '150122',
    tipo: 'firma',
    desde: '2026-11-20',
    hasta: '2026-11-21',
  });
  expect(read('cliente=../x&repartidor=0&distrito=Lima&tipo=selfie&desde=ayer&hasta=')).toEqual({});
});

it('changes and clears the filter, and keeps the office', () => {
  const params = new URLSearchParams('oficina=CUSCO&tipo=firma');
  expect(withFilter(params, 'desde', '2026-11-20').toString()).toBe('oficina=CUSCO&tipo=firma&desde=2026-11-20');
  expect(withFilter(params, 'tipo', '').toString()).toBe('oficina=CUSCO');
  expect(withoutFilter(withFilter(params, 'desde', '2026-11-20')).toString()).toBe('oficina=CUSCO');
});

it('lists each option once, by name', () => {
  const options = [
    ['2', 'Óscar'],
    ['1', 'Ana'],
    ['2', 'Óscar'],
  ].map(([value = '', label = '']) => ({ value, label }));
  expect(distinctOptions(options).map(({ label }) => label)).toEqual(['Ana', 'Óscar']);
});
