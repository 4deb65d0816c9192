import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { plainText } from '../text.ts';
import { id, permission } from './shared.ts';

/** As in answers, but with nothing beside it: an unknown field of a request is refused at any depth. */
const sentPermission = z.strictObject(permission.shape);

/**
 * The whole new list of a user. `basedOn` holds the codes the change started from: when the user's list is another one
 * by now, the save is refused (409) instead of undoing a colleague's work. It is not sent to the legacy host.
 */
export const permissionUpdate = z.strictObject({
  permissionsList: z.array(sentPermission).check(z.maxLength(200)),
  basedOn: z.optional(z.array(plainText(16)).check(z.maxLength(200))),
});

export type PermissionUpdate = z.infer<typeof permissionUpdate>;

export const permissionOperations = {
  'permissions.update': operation({
    summary: 'Reemplaza la lista de permisos de un usuario',
    method: 'POST',
    path: '/api/permission/:id',
    policy: { access: ['G01'], office: { in: 'query', name: 'officeId' } },
    params: z.strictObject({ id }),
    query: z.strictObject({ officeId: z.optional(id) }),
    body: permissionUpdate,
    response: z.looseObject({}),
  }),
};
