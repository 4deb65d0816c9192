import { SCREEN_ACCESS } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { SECTIONS } from './sections.ts';

it('lists each screen once, at the path of its access rule', () => {
  expect(SECTIONS.map(({ screen }) => screen).sort()).toEqual(Object.keys(SCREEN_ACCESS).sort());
  expect(SECTIONS.map(({ path }) => path)).toEqual(SECTIONS.map(({ screen }) => `/${screen}`));
});
