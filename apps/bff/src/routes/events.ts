import { OPERATION_ACCESS } from '@despacho/contracts';
import { SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

export const eventRoutes: Routes<'events.stream'> = {
  'events.stream': {
    access: OPERATION_ACCESS['events.stream'],
    // A stream has no end, so its size has none either.
    limits: { request: SMALL_BODY, answer: Infinity },
    keepsAlive: false,
    to: { upstream: 'operations', path: '/events', credentials: 'assertion' },
  },
};
