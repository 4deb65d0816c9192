import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { id } from '../../subjects/shared.ts';
import { resetSecret } from '../../subjects/passwords.ts';
import { inOffice } from '../platform/fields.ts';

/** A reset link that was just created. */
export const newPasswordLink = z.object({
  /** Belongs after the `#` of the page's address. Not named like a secret: the gateway would remove it. */
  fragment: resetSecret,
  username: z.string(),
  user: z.string(),
  expiresAt: z.iso.datetime(),
});

export type NewPasswordLink = z.infer<typeof newPasswordLink>;

/** Links with which a person of the office chooses a new password. */
export const passwordLinkOperations = {
  // Not repeatable: the answer to a key would have to be stored, and with it the secret. A new link replaces the old one.
  'passwords.link': operation('POST', '/api/people/:id/password-link', {
    summary: 'Crea un enlace con el que una persona elige una contraseña nueva: una vez, 30 minutos (cargo S)',
    policy: { access: ['G01'], office: { in: 'query', name: 'officeId' }, charge: 'S', directory: true },
    params: z.strictObject({ id }),
    query: inOffice,
    response: newPasswordLink,
  }),
};
