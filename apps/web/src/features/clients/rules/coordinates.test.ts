import { expect, it } from 'vitest';
import { coordinatesOf } from './coordinates.ts';

it.each([
  [-12.1, -77, [-12.1, -77]],
  ['-12.1', '-77', [-12.1, -77]],
  [0, -77, null],
  [12.1, -77, null],
  [-77, -12.1, null],
  [0, 0, null],
  [null, -77, null],
  [-12.1, undefined, null],
  ['', '-77', null],
  ['norte', '-77', null],
  [-120, -77, null],
  [-12, -277, null],
  [Number.NaN, -77, null],
])('%j, %j is shown at %j', (lat, lng, expected) => {
  expect(coordinatesOf(lat, lng)).toEqual(expected);
});
