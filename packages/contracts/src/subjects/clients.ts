import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LIST_ANSWER } from '../policy.ts';
import { id, looseId } from './shared.ts';

/** A client. The named fields are those of our own service; a legacy host may send fewer or other fields. */
export const client = z.looseObject({
  id: looseId,
  code: z.optional(z.string()),
  name: z.optional(z.string()),
  taxId: z.optional(z.string()),
  contact: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  reference: z.optional(z.nullable(z.string())),
  district: z.optional(z.nullable(z.string())),
  ubigeo: z.optional(z.nullable(z.string())),
  lat: z.optional(z.nullable(z.number())),
  lng: z.optional(z.nullable(z.number())),
  active: z.optional(z.boolean()),
  createdAt: z.optional(z.string()),
});

export type Client = z.infer<typeof client>;

export const clientOperations = {
  'clients.list': operation('GET', '/api/clients', {
    summary: 'Clientes de la empresa',
    policy: { access: ['000'], answerBytes: LIST_ANSWER },
    response: z.array(client),
  }),
  'clients.read': operation('GET', '/api/clients/:id', {
    summary: 'Un cliente, con todo lo que su servicio informa',
    policy: { access: ['000'] },
    params: z.strictObject({ id }),
    response: client,
  }),
};
