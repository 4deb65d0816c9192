import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { BULK_BODY, LIST_ANSWER, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

// A filter of a few hundred couriers and districts.
const limits = { request: BULK_BODY, answer: RECORD_ANSWER };

export const viewRoutes: Routes<'views.list' | 'views.create' | 'views.edit' | 'views.remove'> = {
  'views.list': {
    ...IN_OFFICE,
    access: ALL_ACCESS['views.list'],
    limits: { request: SMALL_BODY, answer: LIST_ANSWER },
    to: { upstream: 'operations', path: '/views', credentials: 'assertion', withQuery: true },
  },
  'views.create': {
    ...IN_OFFICE,
    access: ALL_ACCESS['views.create'],
    limits,
    to: { upstream: 'operations', path: '/views', credentials: 'assertion', withQuery: true },
  },
  'views.edit': {
    ...IN_OFFICE,
    access: ALL_ACCESS['views.edit'],
    limits,
    to: { upstream: 'operations', path: '/views/:id', credentials: 'assertion', withQuery: true },
  },
  'views.remove': {
    ...IN_OFFICE,
    access: ALL_ACCESS['views.remove'],
    limits,
    to: { upstream: 'operations', path: '/views/:id/remove', credentials: 'assertion', withQuery: true },
  },
};
