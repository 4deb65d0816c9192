import { expect, it } from 'vitest';
import { nudgeOf } from './nudge.ts';

it.each([
  ['ArrowLeft', false, [-12, 0]],
  ['ArrowRight', false, [12, 0]],
  ['ArrowUp', false, [0, -12]],
  ['ArrowDown', true, [0, 1]],
  ['Enter', false, null],
])('%s, fine %j: moves by %j', (key, isFine, expected) => {
  expect(nudgeOf(key, isFine)?.map((pixels) => pixels + 0) ?? null).toEqual(expected);
});
