import { OPERATION_ACCESS } from '@despacho/contracts';
import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';
import { updatePermissions } from './update-permissions.ts';

export const permissionRoutes: Routes<'permissions.update'> = {
  'permissions.update': {
    access: OPERATION_ACCESS['permissions.update'],
    office: { in: 'query', name: 'officeId' },
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: true,
    to: {
      upstream: 'api',
      path: '/permission/:id',
      credentials: 'bearer',
      around: updatePermissions,
      whenEmpty: {},
      doneByStatus: true,
      readTolerantly: () => ({ value: {} }),
    },
  },
};
