import { expect, it } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import { findStops } from './find-stops.ts';

const place = aStop().place;
const stops = [
  aStop({ id: '1', code: 'D-1048', guide: 'T001-77', recipient: { name: 'José Peña', phone: null } }),
  aStop({ id: '2', code: 'D-1049', place: { ...place, address: 'Jr. Unión 10', district: 'Breña', reference: null } }),
];

it.each([
  ['049', ['2']],
  ['d-10', ['1', '2']],
  ['pena JOSE', ['1']],
  ['union brena', ['2']],
  ['porton', ['1']],
  ['t001 jose', ['1']],
  ['jose brena', []],
])('finds %j', (query, ids) => {
  expect(findStops(stops, query).map(({ id }) => id)).toEqual(ids);
});
