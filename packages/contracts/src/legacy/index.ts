import * as z from 'zod/mini';
import { looseId, permission } from '../subjects/shared.ts';

/*
 * What the legacy hosts answer, as it is documented: the gateway reads what they really send by these schemas with
 * `readRecord`, which says what happens to a field of another type. Unknown fields are kept; what a host leaves out is optional
 * where the product can do without it. The browser never sees these shapes.
 */

export * from './read-record.ts';

const filled = z.string().check(z.minLength(1));

/**
 * `GET auth`: at least a token. A 2xx without one is a failed login. Branch token and tax id stand under the names that the
 * gateway's settings say.
 */
export const legacyLogin = z.looseObject({ token: filled });

/** `GET auth/credentials`. Without an office nobody can be let in; without a charge or modules they have none. */
export const legacyCredentials = z.looseObject({
  token: z.optional(z.string()),
  id: z.optional(looseId),
  username: z.optional(z.string()),
  user: z.optional(z.string()),
  charge: z.optional(z.string()),
  officeId: z.looseObject({ id: looseId }),
  permissionsList: z.optional(z.array(permission)),
});

export type LegacyCredentials = z.infer<typeof legacyCredentials>;

const figure = z.number().check(z.minimum(0));

/** `GET sgdempresa/findPredeterminado`, in bytes. */
export const legacyStorage = z.looseObject({
  data: z.looseObject({ almacenamientoMaximo: figure, almacenamientoUsado: figure }),
});

/** An entry of a permission list: its module, and whatever its host keeps beside it. */
export const legacyPermission = z.looseObject(permission.shape);

/** `POST permission/{id}` sends the whole list. */
export const legacyPermissionUpdate = z.object({ permissionsList: z.array(permission) });

/**
 * The same towards our own service, which is told as well which list the gateway judged it by: of two gateways' saves at the
 * same moment it refuses one.
 */
export const ownPermissionUpdate = z.extend(legacyPermissionUpdate, { basedOn: z.optional(z.array(z.string())) });

/** Headers of the storage call. */
export const STORAGE_HEADERS = { taxId: 'nroDocumento', user: 'usuario', key: 'clave' } as const;
