import { OPERATION_ACCESS } from '@despacho/contracts';
import { LIST_ANSWER, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

export const clientRoutes: Routes<'clients.list' | 'clients.read'> = {
  'clients.list': {
    access: OPERATION_ACCESS['clients.list'],
    limits: { request: SMALL_BODY, answer: LIST_ANSWER },
    keepsAlive: true,
    to: { upstream: 'base', path: '/clients/', credentials: 'bearer' },
  },
  'clients.read': {
    access: OPERATION_ACCESS['clients.read'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: true,
    to: { upstream: 'base', path: '/clients/:id', credentials: 'bearer' },
  },
};
