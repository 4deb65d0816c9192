import { expect, it } from 'vitest';
import { percent, precisePercent } from './percent.ts';

it('never says that all is done while something is missing', () => {
  expect([percent(2000, 2001), precisePercent(2000, 2001)]).toEqual(['99 %', '99.9 %']);
  expect([percent(2001, 2001), precisePercent(2001, 2001), precisePercent(0, 0)]).toEqual(['100 %', '100 %', '–']);
});
