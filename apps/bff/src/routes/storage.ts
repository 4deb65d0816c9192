import { OPERATION_ACCESS } from '@despacho/contracts';
import { RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';
import { readStorage } from './read-storage.ts';

export const storageRoutes: Routes<'storage.read'> = {
  'storage.read': {
    access: OPERATION_ACCESS['storage.read'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: true,
    to: { handle: readStorage, asks: [{ upstream: 'storage', credentials: 'service-key' }] },
  },
};
