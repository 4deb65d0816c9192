import * as z from 'zod/mini';
import { operation } from '../operation.ts';

/** Total and used bytes, with the field names of the storage service. */
export const storage = z.strictObject({
  almacenamientoMaximo: z.number().check(z.minimum(0)),
  almacenamientoUsado: z.number().check(z.minimum(0)),
});

export type Storage = z.infer<typeof storage>;

export const storageOperations = {
  'storage.read': operation('GET', '/api/storage', {
    summary: 'Espacio de almacenamiento de la empresa',
    policy: { access: 'session' },
    response: storage,
  }),
};
