import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { BULK_BODY, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

export const reasonRoutes: Routes<'reasons.list' | 'reasons.replace'> = {
  'reasons.list': {
    ...IN_OFFICE,
    access: ALL_ACCESS['reasons.list'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    to: { upstream: 'operations', path: '/reasons', credentials: 'assertion', withQuery: true },
  },
  'reasons.replace': {
    ...IN_OFFICE,
    access: ALL_ACCESS['reasons.replace'],
    charge: 'S',
    // Forty sentences, should all of their letters be escaped.
    limits: { request: BULK_BODY, answer: RECORD_ANSWER },
    to: { upstream: 'operations', path: '/reasons', credentials: 'assertion', withQuery: true },
  },
};
