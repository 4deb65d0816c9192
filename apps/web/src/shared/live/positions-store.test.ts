import { type CourierPosition } from '@despacho/contracts/dispatch';
import { afterEach, expect, it } from 'vitest';
import { forgetPositions, positions, recordPositions, restartPositions } from './positions-store.ts';

afterEach(forgetPositions);

/** A fix of one courier, `second` seconds after the first. */
const fix = (second: number, place: { lat?: number; lng?: number } = {}): CourierPosition => ({
  courierId: '7',
  at: new Date(Date.UTC(2026, 10, 26, 15, 0, second)).toISOString(),
  lat: -12.05,
  lng: -77.05,
  accuracy: 10,
  district: 'Breña',
  ...place,
});

const heading = () => positions.get().get('7')?.heading;

it('keeps the newer position', () => {
  recordPositions([fix(20, { lat: -12.06 })]);
  recordPositions([fix(10)]);
  expect(positions.get().get('7')?.lat).toBe(-12.06);
});

it('points in the last direction of travel, and keeps it while the courier stands', () => {
  recordPositions([fix(0)]);
  expect(heading()).toBeNull();
  recordPositions([fix(10, { lng: -77.04 })]);
  expect(heading()).toBeCloseTo(90, 0);
  recordPositions([fix(20, { lat: -12.05005, lng: -77.04 })]);
  expect(heading()).toBeCloseTo(90, 0);
  recordPositions([fix(30, { lat: -12.06, lng: -77.04 })]);
  expect(heading()).toBeCloseTo(180, 0);
});

it('forgets couriers of an office that a new stream does not repeat', () => {
  const of = (courierId: string) => ({ ...fix(0), courierId });
  recordPositions([of('7'), of('8')], 'LIMA');
  recordPositions([of('9')], 'AQP');
  recordPositions([{ ...fix(10), courierId: '7' }], 'LIMA');
  const ids = () => [...positions.get().keys()].toSorted().join(' ');
  expect(ids()).toBe('7 8 9');
  restartPositions();
  recordPositions([of('7')], 'LIMA');
  expect(ids()).toBe('7 9');
});
