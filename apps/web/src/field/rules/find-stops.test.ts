import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { findStops, stopOfScan } from './find-stops.ts';

const place = aStop().place;
const stops = [
  aStop({ id: '1', code: 'D-1048', recipient: { name: 'José Peña', phone: null } }),
  aStop({ id: '2', code: 'D-1049', place: { ...place, address: 'Jr. Unión 10', district: 'Breña', reference: null } }),
];

it.each([
  ['049', ['2']],
  ['d-10', ['1', '2']],
  ['pena JOSE', ['1']],
  ['union brena', ['2']],
  ['porton', ['1']],
  ['jose brena', []],
])('finds %j', (query, ids) => {
  expect(findStops(stops, query).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['D-1048', '1'],
  [' d-1049\n', '2'],
  ['https://norte.pe/guia?c=D-1049&v=1', '2'],
  ['D-104', undefined],
  ['XD-1048', undefined],
  ['', undefined],
])('reads %j of a label', (scanned, id) => {
  expect(stopOfScan(stops, scanned)?.id).toBe(id);
});
