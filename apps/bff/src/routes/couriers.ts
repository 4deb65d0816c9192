import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { LIST_ANSWER, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

const limits = { request: SMALL_BODY, answer: RECORD_ANSWER };

export const courierRoutes: Routes<'couriers.list' | 'couriers.create' | 'couriers.edit' | 'couriers.retire'> = {
  'couriers.list': {
    ...IN_OFFICE,
    access: ALL_ACCESS['couriers.list'],
    limits: { request: SMALL_BODY, answer: LIST_ANSWER },
    to: { upstream: 'operations', path: '/couriers', credentials: 'assertion', withQuery: true },
  },
  'couriers.create': {
    ...IN_OFFICE,
    access: ALL_ACCESS['couriers.create'],
    repeatable: true,
    limits,
    to: { upstream: 'operations', path: '/couriers', credentials: 'assertion', withQuery: true },
  },
  'couriers.edit': {
    ...IN_OFFICE,
    access: ALL_ACCESS['couriers.edit'],
    limits,
    to: { upstream: 'operations', path: '/couriers/:id', credentials: 'assertion', withQuery: true },
  },
  'couriers.retire': {
    ...IN_OFFICE,
    access: ALL_ACCESS['couriers.retire'],
    charge: 'S',
    limits,
    to: { upstream: 'operations', path: '/couriers/:id/retire', credentials: 'assertion', withQuery: true },
  },
};
