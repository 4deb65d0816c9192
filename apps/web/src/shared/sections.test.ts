import { SCREEN_ACCESS } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { SECTIONS } from './sections.ts';

it('holds each screen once, at the path that its access is kept under', () => {
  expect(SECTIONS.map(({ screen }) => screen).sort()).toEqual(Object.keys(SCREEN_ACCESS).sort());
  expect(SECTIONS.map(({ path }) => path)).toEqual(SECTIONS.map(({ screen }) => `/${screen}`));
});
