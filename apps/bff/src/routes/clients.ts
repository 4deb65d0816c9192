import { client, OPERATION_ACCESS } from '@despacho/contracts';
import { isRecord, readRecord } from '@despacho/contracts/legacy';
import { LIST_ANSWER, RECORD_ANSWER, SMALL_BODY } from './limits.ts';
import { type Routes } from './policy.ts';
import { rowsOf } from './rows-of.ts';

export const clientRoutes: Routes<'clients.list' | 'clients.read'> = {
  'clients.list': {
    access: OPERATION_ACCESS['clients.list'],
    limits: { request: SMALL_BODY, answer: LIST_ANSWER },
    keepsAlive: true,
    to: { upstream: 'base', path: '/clients/', credentials: 'bearer', readTolerantly: rowsOf(client) },
  },
  'clients.read': {
    access: OPERATION_ACCESS['clients.read'],
    limits: { request: SMALL_BODY, answer: RECORD_ANSWER },
    keepsAlive: true,
    to: {
      upstream: 'base',
      path: '/clients/:id',
      credentials: 'bearer',
      readTolerantly: (value, { params }) => {
        // Whose record it is was said in the question.
        const read = readRecord(client, isRecord(value) ? { ...value, id: value['id'] ?? params.id } : value);
        return read && { value: read };
      },
    },
  },
};
