import * as z from 'zod/mini';
import { looseId, permission } from '../subjects/shared.ts';

/*
 * What the legacy hosts answer. Unknown fields are kept; what a host leaves out is optional where the product can do
 * without it. The browser never sees these shapes.
 */

/** Codes and tax ids, which some hosts write as numbers. */
const code = z.pipe(looseId, z.transform(String));

const officeId = z.looseObject({ id: looseId });

/** `GET auth`: at least a token. A 2xx without one is a failed login. */
export const legacyLogin = z.looseObject({
  token: z.string().check(z.minLength(1)),
  sucursal: z.optional(z.nullable(code)),
  ruc: z.optional(z.nullable(code)),
});

export type LegacyLogin = z.infer<typeof legacyLogin>;

/** `GET auth/credentials`. */
export const legacyCredentials = z.looseObject({
  token: z.optional(z.string()),
  charge: z.string(),
  officeId,
  user: z.string(),
  permissionsList: z.array(z.looseObject({ module: z.string() })),
  id: z.optional(z.nullable(looseId)),
  ruc: z.optional(z.nullable(code)),
});

export type LegacyCredentials = z.infer<typeof legacyCredentials>;

/** Bytes, which may come as text. */
const figure = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/\S/))]),
    z.transform((value) => Number(value)),
  ),
  z.number().check(z.minimum(0)),
);

/** `GET sgdempresa/findPredeterminado`. */
export const legacyStorage = z.looseObject({
  data: z.looseObject({ almacenamientoMaximo: figure, almacenamientoUsado: figure }),
});

export type LegacyStorage = z.infer<typeof legacyStorage>;

/** `POST permission/{id}` sends the whole list. */
export const legacyPermissionUpdate = z.object({ permissionsList: z.array(permission) });

/**
 * The same towards our own service, which is told as well which list the gateway judged it by: of two gateways' saves at the
 * same moment it refuses one.
 */
export const ownPermissionUpdate = z.extend(legacyPermissionUpdate, { basedOn: z.optional(z.array(z.string())) });

/** Headers of the storage call. */
export const STORAGE_HEADERS = { taxId: 'nroDocumento', user: 'usuario', key: 'clave' } as const;
