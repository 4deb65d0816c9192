import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LIST_ANSWER } from '../policy.ts';
import { secret, signInName } from '../typed-text.ts';
import { id, officeId, permission } from './shared.ts';

/** A person's input to sign in. The password is passed on unchanged, so it is bounded but never trimmed. */
export const credentials = z.strictObject({
  sucursal: signInName(64, 'Escriba su sucursal'),
  username: signInName(128, 'Escriba su usuario'),
  password: secret(256, 'Escriba su contraseña'),
});

export type Credentials = z.infer<typeof credentials>;

/** Charge code of staff with access to every office of their company. */
export const CHARGE_ALL_OFFICES = 'S';

/**
 * The signed-in person as sent to the browser. `id` is null if the legacy host sends none. Without a name at the host,
 * `isNamed` is false and `user` repeats the account.
 */
export const sessionView = z.strictObject({
  id: z.nullable(z.string()),
  username: z.string(),
  user: z.string(),
  isNamed: z.boolean(),
  charge: z.string(),
  sucursal: z.string(),
  officeId: z.strictObject({ id: officeId }),
  permissionsList: z.array(permission),
  /** ISO instants: end of the session without further activity, and its absolute end. */
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

export type SessionView = z.infer<typeof sessionView>;

/** One of a person's own sessions. Shown only to that person. */
export const ownSession = z.strictObject({
  /** Identifies the session in this list only. It is neither the cookie nor the store's key. */
  id: z.string(),
  current: z.boolean(),
  /** In Spanish, such as «Chrome en Windows». */
  device: z.string(),
  /** Location of the address, in Spanish: a country, «Red interna», or «Lugar desconocido». */
  place: z.string(),
  /** IP address of the last use. */
  address: z.string(),
  /** ISO instants: sign-in, the last activity by a person, and the absolute end. */
  startedAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

export type OwnSession = z.infer<typeof ownSession>;

/** How many sessions were ended. */
const endedCount = z.strictObject({ ended: z.int() });

export const sessionOperations = {
  'session.login': operation('POST', '/api/auth/login', {
    summary: 'Inicia una sesión',
    policy: { access: 'public', keepsAlive: false },
    body: credentials,
    response: sessionView,
  }),
  'session.read': operation('GET', '/api/auth/session', {
    summary: 'Quién está conectado; sin sesión, 401 y una cookie XSRF-TOKEN para poder iniciarla',
    policy: { access: 'public' },
    response: sessionView,
  }),
  'session.logout': operation('POST', '/api/auth/logout', {
    summary: 'Termina la sesión; puede repetirse',
    policy: { access: 'public', keepsAlive: false },
    response: null,
  }),
  'session.touch': operation('POST', '/api/auth/touch', {
    summary: 'Renueva el plazo de inactividad de la sesión',
    policy: { access: 'session' },
    response: sessionView,
  }),
  'sessions.list': operation('GET', '/api/auth/sessions', {
    summary: 'Las sesiones abiertas de la propia persona',
    policy: { access: 'session' },
    response: z.strictObject({ sessions: z.array(ownSession) }),
  }),
  'sessions.end': operation('DELETE', '/api/auth/sessions/:id', {
    summary: 'Termina una sesión propia; la actual equivale a salir',
    policy: { access: 'session' },
    params: z.strictObject({ id }),
    response: null,
  }),
  'sessions.endOthers': operation('POST', '/api/auth/sessions/end-others', {
    summary: 'Termina todas las sesiones propias menos la actual',
    policy: { access: 'session' },
    response: endedCount,
  }),
  'sessions.endOfUser': operation('POST', '/api/users/:officeId/:userId/end-sessions', {
    summary: 'Termina todas las sesiones de otra persona de la oficina',
    policy: { access: ['G01'], office: { in: 'params', name: 'officeId' }, answerBytes: LIST_ANSWER },
    params: z.strictObject({ officeId, userId: id }),
    response: endedCount,
  }),
};
