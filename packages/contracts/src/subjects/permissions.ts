import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { plainText } from '../typed-text.ts';
import { id, officeId, permission } from './shared.ts';

/** As in responses, but strict: unknown fields of a request are rejected at any depth. */
const sentPermission = z.strictObject(permission.shape);

/**
 * A user's complete new permission list. `basedOn` holds the codes the change was based on: if the user's list has
 * changed since, the save is rejected (409) instead of undoing a colleague's change. It is not sent to the legacy host.
 */
const permissionUpdate = z.strictObject({
  permissionsList: z.array(sentPermission).check(z.maxLength(200)),
  basedOn: z.optional(z.array(plainText(16)).check(z.maxLength(200))),
});

export const permissionOperations = {
  'permissions.update': operation('POST', '/api/permission/:id', {
    summary: 'Reemplaza la lista de permisos de un usuario',
    policy: { access: ['G01'], office: { in: 'query', name: 'officeId' } },
    params: z.strictObject({ id }),
    query: z.strictObject({ officeId: z.optional(officeId) }),
    body: permissionUpdate,
    response: z.looseObject({}),
  }),
};
