import { expect, it } from 'vitest';
import { addedText, clockText, distancesText, figuresText, totalOf } from './route-texts.ts';

const ROUTE = { km: 12.44, minutes: 310, endsAt: 1025, late: 2, lateMinutes: 30 };

it('states figures as a dispatcher reads them', () => {
  expect(figuresText(ROUTE)).toBe('12.4 km · 5 h 10 min · termina 17:05 · 2 tarde');
  expect(figuresText({ ...ROUTE, late: 0 })).not.toContain('tarde');
  // After midnight of the working day.
  expect(clockText(1505.4)).toBe('01:05');
});

it('states the cost of more orders, also one that is negative or nothing', () => {
  expect(addedText({ km: 3.21, minutes: 13.6 })).toBe('+3.2 km · +14 min');
  expect(addedText({ km: -0.3, minutes: 0.2 })).toBe('−0.3 km');
  expect(addedText({ km: 0, minutes: 132 })).toBe('+2 h 12 min');
  expect(addedText({ km: 0, minutes: -14 })).toBe('−14 min');
  expect(addedText({ km: 0.04, minutes: -0.4 })).toBe('sin desvío');
});

it('says what distances were computed from, and that time ran out', () => {
  const said = (source: 'direct' | 'osrm', hasFallenBack: boolean, isCut = false) =>
    distancesText({ distances: { source, hasFallenBack }, isCut });
  expect(said('direct', false)).toContain('en línea recta');
  expect(said('direct', true)).toContain('El servidor de calles no respondió');
  expect(said('osrm', false)).toBe('Distancias por calles.');
  expect(said('osrm', false, true)).toContain('Se acabó el tiempo');
});

it('adds up routes, with the latest end, and says nothing of some only', () => {
  const total = { km: 24.88, minutes: 620, endsAt: 1100, late: 4, lateMinutes: 60 };
  expect(totalOf([ROUTE, { ...ROUTE, endsAt: 1100 }])).toEqual(total);
  expect(totalOf([ROUTE, null])).toBeNull();
});
