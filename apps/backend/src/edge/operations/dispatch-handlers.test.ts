import { FIELD_HANDLERS } from '#field/handlers.ts';
import { FLEET_HANDLERS } from '#fleet/handlers.ts';
import { INSIGHT_HANDLERS } from '#insight/handlers.ts';
import { ORDERS_HANDLERS } from '#orders/handlers.ts';
import { PEOPLE_HANDLERS } from '#people/handlers.ts';
import { PLATFORM_HANDLERS } from '#platform/handlers.ts';
import { UPKEEP_HANDLERS } from '#upkeep/handlers.ts';
import { WORK_HANDLERS } from '#work/handlers.ts';
import { expect, test } from 'vitest';
import { HANDLERS } from './dispatch-handlers.ts';

test('no two groups handle the same operation', () => {
  const lower = [PLATFORM_HANDLERS, PEOPLE_HANDLERS, FLEET_HANDLERS, ORDERS_HANDLERS];
  const ids = [...lower, WORK_HANDLERS, FIELD_HANDLERS, INSIGHT_HANDLERS, UPKEEP_HANDLERS].flatMap(Object.keys);
  expect(ids.toSorted()).toEqual(Object.keys(HANDLERS).toSorted());
});
