import { OPERATION_ACCESS, user } from '@despacho/contracts';
import { endSessionsOfUser } from './end-sessions-of-user.ts';
import { LIST_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';
import { rowsOf } from './rows-of.ts';

const limits = { request: SMALL_BODY, answer: LIST_ANSWER };

export const userRoutes: Routes<'users.listOwn' | 'users.list' | 'sessions.endOfUser'> = {
  'users.listOwn': {
    access: OPERATION_ACCESS['users.listOwn'],
    limits,
    keepsAlive: true,
    to: { upstream: 'api', path: '/users/:ownOffice', credentials: 'bearer', readTolerantly: rowsOf(user) },
  },
  'users.list': {
    access: OPERATION_ACCESS['users.list'],
    office: { in: 'params', name: 'officeId' },
    limits,
    keepsAlive: true,
    to: { upstream: 'api', path: '/users/:officeId', credentials: 'bearer', readTolerantly: rowsOf(user) },
  },
  'sessions.endOfUser': {
    access: OPERATION_ACCESS['sessions.endOfUser'],
    office: { in: 'params', name: 'officeId' },
    limits,
    keepsAlive: true,
    to: { handle: endSessionsOfUser, asks: [{ upstream: 'api', credentials: 'bearer' }] },
  },
};
