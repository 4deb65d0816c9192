import { emptyFilter } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { openOrders } from './orders-address.ts';
import { presetOf, withPreset } from './presets.ts';

it('detects the preset regardless of other filters', () => {
  expect(presetOf({ ...openOrders(), search: 'pisco' })).toBe('open');
  expect(presetOf({ ...emptyFilter(), from: 'hoy', to: 'hoy' })).toBe('today');
  expect(presetOf({ ...emptyFilter(), from: 'manana', to: 'manana' })).toBe('tomorrow');
  expect(presetOf(emptyFilter())).toBe('all');
  expect(presetOf({ ...emptyFilter(), from: 'hoy' })).toBeNull();
  expect(presetOf({ ...openOrders(), from: 'hoy', to: 'hoy' })).toBeNull();
});

it('does not treat a fixed date as today', () => {
  expect(presetOf({ ...emptyFilter(), from: '2026-11-20', to: '2026-11-20' })).toBeNull();
});

it('changes states and days and keeps search and chips', () => {
  const flags = { is: ['con_nota' as const], not: [] };
  const filter = { ...emptyFilter(), flags, search: 'pisco', from: '2026-11-01', to: '2026-11-02' };
  expect(withPreset(filter, 'open')).toEqual({ ...openOrders(), flags, search: 'pisco' });
  expect(withPreset(filter, 'today')).toEqual({ ...filter, from: 'hoy', to: 'hoy' });
});
