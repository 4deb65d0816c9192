import { emptyFilter } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { openOrders } from './orders-address.ts';
import { presetOf, withPreset } from './presets.ts';

const TODAY = '2026-11-20';

it('detects the preset regardless of other filters', () => {
  expect(presetOf({ ...openOrders(), search: 'pisco' }, TODAY)).toBe('open');
  expect(presetOf({ ...emptyFilter(), from: TODAY, to: TODAY }, TODAY)).toBe('today');
  expect(presetOf(emptyFilter(), TODAY)).toBe('all');
  expect(presetOf({ ...emptyFilter(), from: TODAY }, TODAY)).toBeNull();
  expect(presetOf({ ...openOrders(), from: TODAY, to: TODAY }, TODAY)).toBeNull();
});

it('changes states and days and keeps search and chips', () => {
  const flags = { is: ['con_nota' as const], not: [] };
  const filter = { ...emptyFilter(), flags, search: 'pisco', from: '2026-11-01', to: '2026-11-02' };
  expect(withPreset(filter, 'open', TODAY)).toEqual({ ...openOrders(), flags, search: 'pisco' });
  expect(withPreset(filter, 'today', TODAY)).toEqual({ ...filter, from: TODAY, to: TODAY });
});
