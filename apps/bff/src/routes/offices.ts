import { OPERATION_ACCESS } from '@despacho/contracts';
import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';

export const officeRoutes: Routes<'offices.list'> = {
  'offices.list': {
    access: OPERATION_ACCESS['offices.list'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: true,
    to: { upstream: 'operations', path: '/offices', credentials: 'assertion' },
  },
};
