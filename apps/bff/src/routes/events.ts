import { ALL_ACCESS } from '@despacho/contracts/all';
import { IN_OFFICE } from './in-office.ts';
import { LIST_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

export const eventRoutes: Routes<'events.stream' | 'events.history'> = {
  'events.stream': {
    access: ALL_ACCESS['events.stream'],
    // A stream has no end, so its size has none either.
    limits: { request: SMALL_BODY, answer: Infinity },
    keepsAlive: false,
    to: { upstream: 'operations', path: '/events', credentials: 'assertion' },
  },
  'events.history': {
    ...IN_OFFICE,
    access: ALL_ACCESS['events.history'],
    limits: { request: SMALL_BODY, answer: LIST_ANSWER },
    to: { upstream: 'operations', path: '/events/history', credentials: 'assertion', withQuery: true },
  },
};
