import { OPERATION_ACCESS } from '@despacho/contracts';
import { endSessionsOfUser } from './end-sessions-of-user.ts';
import { LIST_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

const limits = { request: SMALL_BODY, answer: LIST_ANSWER };

export const userRoutes: Routes<'users.listOwn' | 'users.list' | 'sessions.endOfUser'> = {
  'users.listOwn': {
    access: OPERATION_ACCESS['users.listOwn'],
    limits,
    keepsAlive: true,
    to: { upstream: 'api', path: '/users/:ownOffice', credentials: 'bearer' },
  },
  'users.list': {
    access: OPERATION_ACCESS['users.list'],
    office: { in: 'params', name: 'officeId' },
    limits,
    keepsAlive: true,
    to: { upstream: 'api', path: '/users/:officeId', credentials: 'bearer' },
  },
  'sessions.endOfUser': {
    access: OPERATION_ACCESS['sessions.endOfUser'],
    office: { in: 'params', name: 'officeId' },
    limits,
    keepsAlive: true,
    to: { handle: endSessionsOfUser, asks: [{ upstream: 'api', credentials: 'bearer' }] },
  },
};
