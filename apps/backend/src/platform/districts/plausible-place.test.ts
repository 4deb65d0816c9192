import {
  homeDistricts,
  judgePlace,
  metersBetween,
  placeReason,
  type PlaceVerdict,
  type Point,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DISTRICTS } from './districts.ts';

const LIMA = homeDistricts(DISTRICTS.all, '1501');

function district(ubigeo: string) {
  const found = DISTRICTS.of(ubigeo);
  if (!found) throw new Error(`No district ${ubigeo}`);
  return found;
}

const judge = (lat: number, lng: number, ubigeo = '150122', home: readonly Point[] = LIMA): PlaceVerdict =>
  judgePlace({ lat, lng }, { district: district(ubigeo), home, maxKm: 80 });

it.each([
  ['the door in the district', -12.121, -77.03, '150122', 'plausible'],
  ['Ate instead of Miraflores', -12.026, -76.919, '150122', 'doubtful'],
  ['an Arequipa district with an Arequipa place, for an office in Lima', -16.4, -71.52, '040110', 'plausible'],
  ['an Arequipa district with a place in Lima', -12.12, -77.03, '040110', 'doubtful'],
  ['a Lima district with a place in Arequipa', -16.4, -71.52, '150122', 'implausible'],
  ['a vague centre: 35 km from the middle of Chachapoyas', -6.1, -77.62, '010102', 'plausible'],
  ['a town at the border', -16.567, -69.04, '210402', 'plausible'],
] as const)('%s is %s, %s', (_, lat, lng, ubigeo, kind) => {
  expect(judge(lat, lng, ubigeo).kind).toBe(kind);
});

it.each([
  ['zero', 0, 0, '150122', null],
  ['zero', -0.001, 0, '150122', null],
  ['sign', 12.121, -77.03, '150122', { lat: -12.121, lng: -77.03 }],
  ['sign', -12.121, 77.03, '150122', { lat: -12.121, lng: -77.03 }],
  ['sign', 12.121, 77.03, '150122', { lat: -12.121, lng: -77.03 }],
  ['swapped', -77.03, -12.121, '150122', { lat: -12.121, lng: -77.03 }],
  ['swapped', 77.03, 12.121, '150122', { lat: -12.121, lng: -77.03 }],
  ['abroad', 40.4, -3.7, '150122', null],
  ['abroad', -12.121, 0, '150122', null],
  ['far', -5.19, -80.63, '150122', null],
  // Arica is 53 km from Tacna.
  ['abroad', -18.478, -70.312, '230101', null],
] as const)('rejects a place with the fault %s: %d, %d', (fault, lat, lng, ubigeo, suggestion) => {
  const verdict = judge(lat, lng, ubigeo, homeDistricts(DISTRICTS.all, ubigeo.slice(0, 4)));
  expect(verdict).toMatchObject({ kind: 'implausible', fault, suggestion });
  expect(placeReason(verdict, district(ubigeo))).not.toBe('');
});

it('compares with the district alone while the province of the office is unknown', () => {
  expect(judge(-12.48, -76.79, '150122', []).kind).toBe('doubtful');
  expect(judge(-16.4, -71.52, '150122', []).kind).toBe('implausible');
});

/** A district and a place at most so many kilometres from its centre. */
const placed = (km: number) =>
  fc
    .record({
      at: fc.constantFrom(...DISTRICTS.all),
      meters: fc.double({ min: 0, max: km * 1000, noNaN: true }),
      angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    })
    .map(({ at, meters, angle }) => {
      const lat = at.lat + (Math.sin(angle) * meters) / 111_195;
      return { at, lat, lng: at.lng + (Math.cos(angle) * meters) / (111_195 * Math.cos((lat * Math.PI) / 180)) };
    })
    .filter(({ at, ...point }) => metersBetween(at, point) <= km * 1000);

it('accepts every place within 10 km of its district', () => {
  fc.assert(
    fc.property(placed(10), ({ at, ...point }) => {
      expect(judgePlace(point, { district: at, home: LIMA, maxKm: 80 })).toEqual({ kind: 'plausible' });
    }),
  );
});

it('never accepts swapped numbers, a lost sign or zeros, and suggests only what is not implausible', () => {
  const spoilt: readonly ((point: Point) => Point)[] = [
    ({ lat, lng }) => ({ lat: lng, lng: lat }),
    ({ lat, lng }) => ({ lat: -lat, lng }),
    ({ lat, lng }) => ({ lat, lng: -lng }),
    ({ lat, lng }) => ({ lat: -lat, lng: -lng }),
    ({ lat, lng }) => ({ lat: -lng, lng: -lat }),
    ({ lng }) => ({ lat: 0, lng }),
    ({ lat }) => ({ lat, lng: 0 }),
    () => ({ lat: 0, lng: 0 }),
  ];
  fc.assert(
    fc.property(placed(10), fc.nat(spoilt.length - 1), ({ at, ...point }, index) => {
      const scope = { district: at, home: LIMA, maxKm: 80 };
      const verdict = judgePlace(spoilt[index]?.(point) ?? point, scope);
      // Near the equator a lost sign or a zero moves a place by a few kilometres only.
      fc.pre(Math.abs(point.lat) > 0.2);
      expect(verdict.kind).toBe('implausible');
      if (verdict.kind !== 'implausible') return;
      expect(verdict.suggestion).toEqual(index < 5 ? { lat: point.lat, lng: point.lng } : null);
      if (verdict.suggestion) expect(judgePlace(verdict.suggestion, scope).kind).toBe('plausible');
    }),
    { numRuns: 1000 },
  );
});
