import * as z from 'zod/mini';

/** Every kind of problem the gateway answers with, and its usual status. The `type` is `urn:despacho:problem:<kind>`. */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'La solicitud no es válida' },
  'upstream-rejected': { status: 400, title: 'El servicio rechazó los datos' },
  'wrong-credentials': { status: 401, title: 'Usuario o contraseña incorrectos' },
  'factor-due': { status: 401, title: 'Falta el código de su aplicación' },
  'factor-missing': { status: 401, title: 'Debe activar el segundo paso para ingresar' },
  'no-session': { status: 401, title: 'Inicie sesión para continuar' },
  'session-ended': { status: 401, title: 'Su sesión terminó' },
  'wrong-csrf-token': { status: 403, title: 'La página perdió su autorización; recárguela' },
  'wrong-origin': { status: 403, title: 'La solicitud viene de otro sitio' },
  'proof-due': { status: 403, title: 'Confirme que es usted' },
  'password-temporary': { status: 403, title: 'Debe elegir una contraseña nueva para ingresar' },
  'no-module': { status: 403, title: 'No tiene permiso para esta sección' },
  'no-charge': { status: 403, title: 'Solo el cargo S puede hacer esto' },
  'other-office': { status: 403, title: 'No tiene acceso a esa oficina' },
  'not-on-oneself': { status: 403, title: 'Eso no se hace con la propia cuenta' },
  'permission-rule': { status: 403, title: 'Ese cambio de permisos no está permitido' },
  'upstream-refused': { status: 403, title: 'El servicio no permite esta operación' },
  'not-found': { status: 404, title: 'No encontrado' },
  'office-unknown': { status: 404, title: 'Oficina no registrada' },
  'directory-elsewhere': { status: 404, title: 'Las personas y los clientes se guardan en otro sistema' },
  'method-not-allowed': { status: 405, title: 'Método no permitido' },
  'request-timeout': { status: 408, title: 'La solicitud tardó demasiado en llegar' },
  conflict: { status: 409, title: 'Otra persona cambió estos datos' },
  'office-busy': { status: 409, title: 'La oficina está ocupada' },
  expired: { status: 410, title: 'Ya venció' },
  'too-large': { status: 413, title: 'La solicitud es demasiado grande' },
  'address-too-long': { status: 414, title: 'La dirección es demasiado larga' },
  'wrong-type': { status: 415, title: 'Formato de datos no aceptado' },
  'expectation-failed': { status: 417, title: 'La solicitud espera algo que no se ofrece' },
  unprocessable: { status: 422, title: 'No se puede hacer lo que se pide' },
  'too-many-requests': { status: 429, title: 'Demasiadas solicitudes; espere un momento' },
  'too-many-attempts': { status: 429, title: 'Demasiados intentos' },
  'headers-too-large': { status: 431, title: 'La solicitud trae demasiados datos de cabecera' },
  internal: { status: 500, title: 'Ocurrió un error inesperado' },
  'upstream-failed': { status: 500, title: 'El servicio tuvo un error' },
  'upstream-broken': { status: 502, title: 'El servicio envió una respuesta no válida' },
  'upstream-unreachable': { status: 502, title: 'No se pudo conectar con el servicio' },
  unavailable: { status: 503, title: 'El servicio no está disponible' },
  'upstream-timeout': { status: 504, title: 'El servicio tardó demasiado' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemKind = keyof typeof PROBLEMS;

const PREFIX = 'urn:despacho:problem:';

export const problemType = (kind: ProblemKind): string => `${PREFIX}${kind}`;

/**
 * @returns the kind named by a problem document, or undefined for a type without our prefix. The name is not looked up
 * in `PROBLEMS`, so that the browser need not download it: a name added later equals no known kind.
 */
export const problemKind = (type: string): ProblemKind | undefined =>
  type.startsWith(PREFIX) ? (type.slice(PREFIX.length) as ProblemKind) : undefined;

/** Who last changed the subject of a conflict, and when; `what` is a code of the changes of its kind. */
const lastChange = z.object({
  at: z.string(),
  by: z.object({ username: z.string(), user: z.string() }),
  what: z.string(),
});

export type LastChange = z.infer<typeof lastChange>;

/**
 * The format of every failure (RFC 9457). `requestId` identifies the log line. `errors` lists the first invalid fields
 * of the request, and `moreErrors` counts the rest. `changed` says who caused a conflict. `forwarded` means that the
 * request had reached the service before it failed: for an ended session, and for a write whose outcome is unknown.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  retryAfterSeconds: z.optional(z.number()),
  forwarded: z.optional(z.literal(true)),
  changed: z.optional(lastChange),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  moreErrors: z.optional(z.int()),
});

export type Problem = z.infer<typeof problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
