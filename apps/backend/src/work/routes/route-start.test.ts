import { expect, it } from 'vitest';
import { routeStart } from './route-start.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const STORE = { address: 'Av. Argentina 2833', lat: -12.05, lng: -77.08 };
const seen = (minutes: number) => ({ lat: -12.12, lng: -77.03, at: new Date(NOW.getTime() - minutes * 60_000) });

it.each([
  ['at the starting point of the office', STORE, seen(1), { lat: -12.05, lng: -77.08 }],
  ['at a position of 30 minutes ago', null, seen(30), { lat: -12.12, lng: -77.03 }],
  ['at the first stop after an older position', null, seen(30.1), null],
  ['at the first stop without a position', null, undefined, null],
])('starts %s', (_, startingPoint, last, expected) => {
  expect(routeStart({ startingPoint }, last, NOW)).toEqual(expected);
});
