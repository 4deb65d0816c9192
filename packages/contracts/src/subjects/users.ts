import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { id, looseId, permission } from './shared.ts';

/** A user of an office. The named fields are our own service's; a legacy host may send fewer, or others. */
export const user = z.looseObject({
  id: looseId,
  username: z.optional(z.string()),
  user: z.optional(z.string()),
  charge: z.optional(z.string()),
  permissionsList: z.optional(z.array(permission)),
});

export type User = z.infer<typeof user>;

export const userOperations = {
  'users.listOwn': operation({
    summary: 'Usuarios de la oficina propia',
    method: 'GET',
    path: '/api/users',
    params: null,
    query: null,
    body: null,
    response: z.array(user),
  }),
  'users.list': operation({
    summary: 'Usuarios de una oficina; solo el cargo S puede nombrar otra que la suya',
    method: 'GET',
    path: '/api/users/:officeId',
    params: z.strictObject({ officeId: id }),
    query: null,
    body: null,
    response: z.array(user),
  }),
};
