import fc from 'fast-check';
import { metersBetween } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { type Measurement, type RoutePlace, routePlace } from './distances.ts';
import { curveOf, onCurve } from './travel-curve.ts';
import { searchMetres, travelOf } from './travel-of.ts';

const curve = curveOf([], 2);
const CENTRE = { lat: -12.119, lng: -77.028 };
const measured = (places: RoutePlace[], extra: Partial<Measurement> = {}): Measurement => ({
  places,
  curve,
  kind: 'direct',
  fellBack: false,
  ...extra,
});

const place = fc.record({
  lat: fc.double({ min: -12.3, max: -11.9, noNaN: true }),
  lng: fc.double({ min: -77.2, max: -76.8, noNaN: true }),
  radius: fc.constantFrom(0, 0, 500, 3000),
});

it('searches only for places that are known less exactly than to the block', () => {
  const radius = (degree: 'puerta' | 'cuadra' | 'calle' | 'distrito', meters: number) =>
    routePlace(CENTRE, { degree, radius: meters, source: 'archivo' }).radius;
  expect([radius('puerta', 25), radius('cuadra', 100), radius('calle', 500), radius('distrito', 3000)]).toEqual([
    0, 0, 500, 3000,
  ]);
});

it('adds the radius of each vague place once, half before it and half after it', () => {
  const [door, street] = [{ radius: 0 }, { radius: 500 }];
  expect([searchMetres(door, door), searchMetres(door, street), searchMetres(street, street)]).toEqual([0, 250, 500]);
});

it('keeps two stops at the centre of one district apart, and doors of one building not', () => {
  const vague = { ...CENTRE, radius: 3000 };
  const { metres, minutes } = travelOf(measured([vague, vague]));
  expect(metres[1]).toBeGreaterThan(3000);
  expect(minutes[1]).toBeGreaterThan(5);
  // Also if somebody numbers them as one place.
  expect(metres[0]).toBe(metres[1]);
  const door = { ...CENTRE, radius: 0 };
  expect([...travelOf(measured([door, door])).metres]).toEqual([0, 0, 0, 0]);
});

it('is finite, not negative, and at least a straight line', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), (places) => {
      const { metres, minutes } = travelOf(measured(places));
      expect(metres).toHaveLength(places.length ** 2);
      for (const [from, one] of places.entries())
        for (const [to, other] of places.entries()) {
          const index = from * places.length + to;
          expect(metres[index]).toBeGreaterThanOrEqual(metersBetween(one, other) * (1 - 1e-9));
          expect(minutes[index]).toBe(minutes[to * places.length + from]);
          expect(Number.isFinite(minutes[index]) && (minutes[index] ?? -1) >= 0).toBe(true);
        }
    }),
  );
});

it('takes what a server answered, in both directions, and a straight line for pairs without an answer', () => {
  const places = [CENTRE, { lat: -12.1, lng: -77.028 }, { lat: -12.119, lng: -77 }].map((point, index) => ({
    ...point,
    radius: index === 2 ? 500 : 0,
  }));
  const direct = travelOf(measured(places));
  const table = {
    places: 3,
    metres: Float64Array.of(0, 2500, 3333, 3900, 0, 4000, NaN, 4100, 0),
    minutes: Float64Array.of(0, 9, NaN, 12, 0, 14, 15, 16, 0),
  };
  const { metres, minutes } = travelOf(measured(places, { table, kind: 'osrm' }));
  expect([metres[1], metres[3], minutes[1], minutes[3]]).toEqual([2500, 3900, 9, 12]);
  expect([metres[2], metres[6], minutes[6]]).toEqual([direct.metres[2], direct.metres[6], direct.minutes[6]]);
  expect([metres[5], minutes[5]]).toEqual([4000 + onCurve(curve.metres, 250), 14 + onCurve(curve.minutes, 250)]);
});
