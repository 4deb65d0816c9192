import { type Access, mayUse } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { shownMap } from './shown-map.ts';

const dispatcher = (access: Access): boolean => mayUse(access, ['M01', 'U01']);
const onlooker = (access: Access): boolean => mayUse(access, ['M01']);

it("shows orders to users with the orders' module, and couriers to the others", () => {
  expect(shownMap(dispatcher, true)).toBe('orders');
  expect(shownMap(onlooker, true)).toBe('couriers');
});

it('sends no request without a dispatch service', () => {
  expect(shownMap(dispatcher, false)).toBe('no-service');
  expect(shownMap(onlooker, false)).toBe('no-service');
});
