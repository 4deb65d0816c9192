import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { id } from '../../subjects/shared.ts';
import { inOffice } from '../platform/fields.ts';
import { newPasswordLink } from './password-links.ts';
import { personOfOffice } from './people.ts';

const POLICY = {
  access: ['G01'],
  office: { in: 'query', name: 'officeId' },
  charge: 'S',
  directory: true,
} as const;

/** Links of an office's people with their accounts at the company's identity provider. */
export const providerLinkOperations = {
  // Not repeatable, like a password link: a new invitation replaces the old one.
  'people.inviteProvider': operation('POST', '/api/people/:id/provider-invitation', {
    summary: 'Crea un enlace con el que una persona vincula la cuenta de la empresa: una vez, 30 minutos (cargo S)',
    policy: POLICY,
    params: z.strictObject({ id }),
    query: inOffice,
    response: newPasswordLink,
  }),
  'people.unlinkProvider': operation('POST', '/api/people/:id/unlink-provider', {
    summary:
      'Deja de vincular a una persona con la cuenta de la empresa, y termina sus sesiones (cargo S, nunca la propia)',
    policy: POLICY,
    params: z.strictObject({ id }),
    query: inOffice,
    response: personOfOffice,
  }),
};
