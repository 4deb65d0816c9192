import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { BULK_BODY, RECORD_ANSWER } from './limits.ts';
import { type Routes } from './policy.ts';

export const presenceRoutes: Routes<'presence.tell'> = {
  'presence.tell': {
    ...IN_OFFICE,
    access: ALL_ACCESS['presence.tell'],
    limits: { request: BULK_BODY, answer: RECORD_ANSWER },
    // A page that was left with orders selected says so every few seconds.
    keepsAlive: false,
    to: { upstream: 'operations', path: '/presence', credentials: 'assertion', withQuery: true },
  },
};
