import { DEFAULT_FAR, PHOTO_MINUTES } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { distanceFrom, farFrom } from './check-photo.ts';
import { photoFaults } from './photo-faults.ts';

const AT = new Date('2026-11-20T15:00:00Z');
const SOUND = {
  ...{ distance: 20, takenAt: AT, visitAt: AT, minutes: PHOTO_MINUTES },
  ...{ isRepeated: false, mark: null, isFlat: false },
} as const;
const faults = (
  changes: Partial<Parameters<typeof photoFaults>[0]>,
  limits = DEFAULT_FAR as { warn: number; alert: number },
) => photoFaults({ ...SOUND, ...changes }, limits);
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

it('warns from the first distance of the office and alerts from the second', () => {
  expect([99, 100, 199, 200, 20_000_000].map((distance) => faults({ distance }))).toEqual([
    [],
    ['lejos'],
    ['lejos'],
    ['muy_lejos'],
    ['muy_lejos'],
  ]);
  expect(faults({ distance: 300 }, { warn: 400, alert: 500 })).toEqual([]);
});

it('compares when a photo was taken with its visit, before and after', () => {
  expect([-31, -30, 0, 30, 31].map((minutes) => faults({ takenAt: later(minutes) }))).toEqual([
    ['hora'],
    [],
    [],
    [],
    ['hora'],
  ]);
});

it('finds no fault in unknown values', () => {
  expect(faults({ distance: null, takenAt: null })).toEqual([]);
  expect(faults({ visitAt: null, takenAt: later(9000) })).toEqual([]);
});

it('lists every fault of a photo', () => {
  expect(faults({ isFlat: true })).toEqual(['lisa']);
  expect(faults({ distance: 250, takenAt: later(90), isRepeated: true, mark: 'oscura', isFlat: true })).toEqual([
    'muy_lejos',
    'hora',
    'repetida',
    'oscura',
  ]);
});

it('measures from an exact address to an exact place only', () => {
  const UNSTATED = { place_degree: null, place_source: null, place_radius: null };
  const address = { ubigeo: '150122', lat: -12.1, lng: -77, approximate: false, ...UNSTATED };
  const place = { lat: -12.1, lng: -77.002, accuracy: 15 };
  expect(distanceFrom(address, place, DEFAULT_FAR)).toBe(217);
  expect(distanceFrom(address, { ...place, accuracy: null }, DEFAULT_FAR)).toBe(217);
  expect(distanceFrom({ ...address, approximate: true }, place, DEFAULT_FAR)).toBeNull();
  expect(distanceFrom(address, { ...place, accuracy: 201 }, DEFAULT_FAR)).toBeNull();
  expect(distanceFrom(address, null, DEFAULT_FAR)).toBeNull();
});

it('counts only the meters that the place of the address cannot be off', () => {
  const at = { ubigeo: '150122', lat: -12.1, lng: -77 };
  const door = { ...at, approximate: false, place_degree: null, place_source: null, place_radius: null };
  const block = { ...door, place_degree: 'cuadra', place_source: 'archivo', place_radius: 100 } as const;
  const street = { ...block, approximate: true, place_degree: 'calle', place_radius: 200 } as const;
  expect([door, block, street].map((address) => farFrom(address, 217))).toEqual([217, 142, null]);
  expect(farFrom(block, null)).toBeNull();
});
