import { expect, it } from 'vitest';
import { mapOrdersKey } from '../../orders/api/map-orders-query.ts';
import { staleAfterAction } from './stale-after-action.ts';

it('also refetches the map unless live events update it', () => {
  const all = ['dispatch', 'LIMA'];
  expect(staleAfterAction('LIMA', 'live')).toEqual([all]);
  for (const state of ['connecting', 'offline', 'off'] as const)
    expect(staleAfterAction('LIMA', state)).toEqual([all, mapOrdersKey('LIMA')]);
});
