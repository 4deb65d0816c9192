import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LIST_ANSWER } from '../policy.ts';
import { CHARGE_ALL_OFFICES } from './session.ts';
import { looseId, officeId, permission } from './shared.ts';

/** A user of an office. The named fields are those of our own service; a legacy host may send fewer or other fields. */
export const user = z.looseObject({
  id: looseId,
  username: z.optional(z.string()),
  user: z.optional(z.string()),
  charge: z.optional(z.string()),
  permissionsList: z.optional(z.array(permission)),
});

export type User = z.infer<typeof user>;

/** A listed user's charge. People without charge S must treat `unknown` as S. */
type KnownCharge = 'S' | 'other' | 'unknown';

/**
 * Reads the charge of a listed user. A host may omit it or send something other than text.
 * @returns `S` regardless of case and surrounding spaces; `unknown` for a blank or anything but text.
 */
export function chargeOf({ charge }: { charge?: unknown }): KnownCharge {
  if (typeof charge !== 'string' || charge.trim() === '') return 'unknown';
  return charge.trim().toUpperCase() === CHARGE_ALL_OFFICES ? 'S' : 'other';
}

export const userOperations = {
  'users.listOwn': operation('GET', '/api/users', {
    summary: 'Usuarios de la oficina propia',
    policy: { access: ['G01'], answerBytes: LIST_ANSWER },
    response: z.array(user),
  }),
  'users.list': operation('GET', '/api/users/:officeId', {
    summary: 'Usuarios de una oficina; solo el cargo S puede nombrar otra que la suya',
    policy: { access: ['G01'], office: { in: 'params', name: 'officeId' }, answerBytes: LIST_ANSWER },
    params: z.strictObject({ officeId }),
    response: z.array(user),
  }),
};
