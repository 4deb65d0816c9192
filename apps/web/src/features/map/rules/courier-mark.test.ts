import { expect, it } from 'vitest';
import { type LivePosition } from '#shared/live/positions-store.ts';
import { courierMark, lastSeenText, signOfLife } from './courier-mark.ts';

const NOW = Date.UTC(2026, 10, 26, 15);

const position = (seconds: number): LivePosition => ({
  courierId: '7',
  at: new Date(NOW - seconds * 1000).toISOString(),
  lat: -12.05,
  lng: -77.04,
  accuracy: 10,
  district: 'Breña',
  heading: 90,
  officeId: 'LIMA',
});

it.each([
  [12, 'hace 12 s', undefined],
  [600, 'hace 10 min', undefined],
  [840, 'sin señal hace 14 min', '14 min'],
  [12 * 3600 + 1, 'sin posición', undefined],
])('shows the age of a position of %s s', (seconds, text, silence) => {
  expect(signOfLife(position(seconds), NOW)).toMatchObject({ text, silence });
});

it('marks a courier as silent after the minutes set by the office', () => {
  expect(signOfLife(position(840), NOW, 15).silence).toBeUndefined();
  expect(signOfLife(position(301), NOW, 5).silence).toBe('5 min');
});

it('shows the age within a sentence', () => {
  const texts = [12, 840, 12 * 3600 + 1].map((age) => lastSeenText(signOfLife(position(age), NOW)));
  expect(texts).toEqual(['última señal hace 12 s', 'sin señal hace 14 min', 'sin posición']);
});

it('draws a courier with a position, and none without', () => {
  const pedro = { id: '7', name: 'Pedro Ríos' };
  expect(courierMark(pedro, undefined, NOW)).toBeUndefined();
  expect(courierMark(pedro, position(12), NOW)?.text).toBe('hace 12 s');
  expect(courierMark(pedro, position(12), NOW, 10, 'sin órdenes por entregar')).toMatchObject({
    initials: 'PR',
    lat: -12.05,
    heading: 90,
    text: 'hace 12 s · sin órdenes por entregar',
  });
});
