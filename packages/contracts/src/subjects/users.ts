import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LIST_ANSWER } from '../policy.ts';
import { CHARGE_ALL_OFFICES } from './session.ts';
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

/** What a list of users says of somebody's charge. Where it says nothing, whoever lacks charge S treats it as S. */
export type KnownCharge = 'S' | 'other' | 'unknown';

/**
 * Reads the charge of a listed user. A host may leave it out, or write it as something else than text.
 * @returns `S` in any case and with blanks around it; `unknown` for anything that is no text or is blank.
 */
export function chargeOf({ charge }: { charge?: unknown }): KnownCharge {
  if (typeof charge !== 'string' || charge.trim() === '') return 'unknown';
  return charge.trim().toUpperCase() === CHARGE_ALL_OFFICES ? 'S' : 'other';
}

export const userOperations = {
  'users.listOwn': operation({
    summary: 'Usuarios de la oficina propia',
    method: 'GET',
    path: '/api/users',
    policy: { access: ['G01'], answerBytes: LIST_ANSWER },
    params: null,
    query: null,
    body: null,
    response: z.array(user),
  }),
  'users.list': operation({
    summary: 'Usuarios de una oficina; solo el cargo S puede nombrar otra que la suya',
    method: 'GET',
    path: '/api/users/:officeId',
    policy: { access: ['G01'], office: { in: 'params', name: 'officeId' }, answerBytes: LIST_ANSWER },
    params: z.strictObject({ officeId: id }),
    query: null,
    body: null,
    response: z.array(user),
  }),
};
