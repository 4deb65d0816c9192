import * as z from 'zod/mini';
import { looseId, permission } from '../subjects/shared.ts';

/* Documented responses of the legacy hosts. The gateway parses real responses against these schemas with
   `readRecord`, which handles fields of another type. Unknown fields are kept; a field is optional if the product can
   do without it. The browser never receives these shapes. */

export * from './read-record.ts';

const filled = z.string().check(z.minLength(1));

/**
 * `GET auth`: requires a token. A 2xx without one is a failed login. The fields of branch token and tax id are
 * configurable.
 */
export const legacyLogin = z.looseObject({ token: filled });

/** `GET auth/credentials`. Without an office the login fails; a missing charge or module list grants nothing. */
export const legacyCredentials = z.looseObject({
  token: z.optional(z.string()),
  id: z.optional(looseId),
  username: z.optional(z.string()),
  user: z.optional(z.string()),
  charge: z.optional(z.string()),
  officeId: z.looseObject({ id: looseId }),
  permissionsList: z.optional(z.array(permission)),
});

const figure = z.number().check(z.minimum(0));

/** `GET sgdempresa/findPredeterminado`, in bytes. `null` for the used ones means that nothing is stored yet. */
export const legacyStorage = z.looseObject({
  data: z.looseObject({ almacenamientoMaximo: figure, almacenamientoUsado: z.nullable(figure) }),
});

/** An entry of a permission list: its module, and any other fields of its host. */
export const legacyPermission = z.looseObject(permission.shape);

/** `POST permission/{id}` sends the whole list. */
export const legacyPermissionUpdate = z.object({ permissionsList: z.array(permission) });

/**
 * The same for our own service, with the list that the gateway's check was based on. The service rejects the save if
 * the list has changed since, so that of two simultaneous saves one fails.
 */
export const ownPermissionUpdate = z.extend(legacyPermissionUpdate, { basedOn: z.optional(z.array(z.string())) });

/** Headers of the storage call. */
export const STORAGE_HEADERS = { taxId: 'nroDocumento', user: 'usuario', key: 'clave' } as const;
