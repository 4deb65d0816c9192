import { type Access, mayUse } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { shownMap } from './shown-map.ts';

const dispatcher = (access: Access): boolean => mayUse(access, ['M01', 'U01']);
const onlooker = (access: Access): boolean => mayUse(access, ['M01']);

it('shows orders to whoever is told of them', () => {
  expect(shownMap(dispatcher, true)).toBe('orders');
  expect(shownMap(onlooker, true)).toBe('no-access');
});

it('asks a service that is not there for nothing', () => {
  expect(shownMap(dispatcher, false)).toBe('no-service');
  expect(shownMap(onlooker, false)).toBe('no-service');
});
