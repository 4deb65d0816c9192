import { expect, it } from 'vitest';
import {
  arrivalRadius,
  exactAs,
  type Exactness,
  exactnessOf,
  isExactDegree,
  isToLocate,
  metersBeyond,
  PLACE_DEGREE_CODES,
  PLACE_ORIGIN_CODES,
  type StoredPlace,
} from './exactness.ts';

const MIRAFLORES = {
  ubigeo: '150122',
  name: 'Miraflores',
  province: 'Lima',
  department: 'Lima',
  lat: -12.119,
  lng: -77.028,
};
const NOTHING = { placeDegree: null, placeSource: null, placeRadius: null };
const AT_CENTRE = { lat: MIRAFLORES.lat, lng: MIRAFLORES.lng };
const ELSEWHERE = { lat: -12.1301, lng: -77.0302 };

it('lists degrees and sources by trust', () => {
  expect(PLACE_DEGREE_CODES).toEqual(['puerta', 'cuadra', 'calle', 'urbanizacion', 'distrito']);
  expect(PLACE_ORIGIN_CODES).toEqual([
    'persona',
    'antes',
    'visitas',
    'archivo',
    'interpolada',
    'geocodificador',
    'distrito',
  ]);
});

it.each<[what: string, place: StoredPlace, expected: Exactness]>([
  [
    'as stored',
    { ...ELSEWHERE, approximate: false, placeDegree: 'cuadra', placeSource: 'archivo', placeRadius: 100 },
    { degree: 'cuadra', source: 'archivo', radius: 100 },
  ],
  [
    'exact without a degree',
    { ...ELSEWHERE, approximate: false, ...NOTHING },
    { degree: 'puerta', source: 'antes', radius: 25 },
  ],
  [
    'exact at the centre',
    { ...AT_CENTRE, approximate: false, ...NOTHING },
    { degree: 'puerta', source: 'antes', radius: 25 },
  ],
  [
    'at the centre of its district',
    { ...AT_CENTRE, approximate: true, ...NOTHING },
    { degree: 'distrito', source: 'distrito', radius: 3000 },
  ],
  [
    'approximate elsewhere',
    { ...ELSEWHERE, approximate: true, ...NOTHING },
    { degree: 'calle', source: 'geocodificador', radius: 500 },
  ],
])('reads a place that is %s', (_, place, expected) => {
  expect(exactnessOf(place, MIRAFLORES)).toEqual(expected);
});

it('takes the size of a vague district from its list, and an unknown one as usual', () => {
  const place = { ...AT_CENTRE, approximate: true, ...NOTHING };
  expect(exactnessOf(place, { ...MIRAFLORES, within: 40 }).radius).toBe(40_000);
  expect(exactnessOf(place, undefined)).toEqual({ degree: 'distrito', source: 'distrito', radius: 3000 });
});

const vague = (degree: Exactness['degree'], radius: number): Exactness => ({
  degree,
  source: 'geocodificador',
  radius,
});

it.each<[place: Exactness, beyond: number | null, toLocate: boolean]>([
  [exactAs('puerta', 'persona'), 200, false],
  [exactAs('cuadra', 'interpolada'), 125, false],
  [vague('calle', 300), null, false],
  [vague('calle', 301), null, true],
  [vague('urbanizacion', 250), null, false],
  [vague('urbanizacion', 900), null, true],
  [vague('distrito', 3000), null, true],
])('gives each user what %o is good for', (place, beyond, toLocate) => {
  expect(isExactDegree(place.degree)).toBe(beyond !== null);
  expect(metersBeyond(place, 200)).toBe(beyond);
  expect(isToLocate(place, false)).toBe(toLocate);
  expect(isToLocate(place, true)).toBe(true);
});

it('counts arrivals by the larger radius, and no negative distance', () => {
  expect([arrivalRadius(25, 80), arrivalRadius(100, 80), arrivalRadius(100, 500), arrivalRadius(null, 20)]).toEqual([
    80, 100, 500, 25,
  ]);
  expect(metersBeyond(exactAs('cuadra', 'archivo'), 20)).toBe(0);
});
