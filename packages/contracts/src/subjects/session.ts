import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { LIST_ANSWER } from '../policy.ts';
import { line, secret } from '../text.ts';
import { id, permission } from './shared.ts';

/** What a person types to sign in. The password is passed on unchanged, so it is bounded but never trimmed. */
export const credentials = z.strictObject({
  sucursal: line(64, 'Escriba su sucursal'),
  username: line(128, 'Escriba su usuario'),
  password: secret(256, 'Escriba su contraseña'),
});

export type Credentials = z.infer<typeof credentials>;

/** The charge code of staff who may look at every office of their company. */
export const CHARGE_ALL_OFFICES = 'S';

/** The signed-in person, as the browser may know them. `id` is null when the legacy host names none. */
export const sessionView = z.strictObject({
  id: z.nullable(z.string()),
  username: z.string(),
  user: z.string(),
  charge: z.string(),
  sucursal: z.string(),
  officeId: z.strictObject({ id }),
  permissionsList: z.array(permission),
  /** ISO instants: when it ends if nothing more is done, and when it ends in any case. */
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

export type SessionView = z.infer<typeof sessionView>;

/** One of a person's own sessions. All of it is shown to that person and to nobody else. */
export const ownSession = z.strictObject({
  /** Names the session here alone: it is neither its cookie nor what the store knows it by. */
  id: z.string(),
  current: z.boolean(),
  /** In Spanish, such as «Chrome en Windows». */
  device: z.string(),
  /** Where the address is, in Spanish: a country, «Red interna», or «Lugar desconocido». */
  place: z.string(),
  /** Where it was last used from. */
  address: z.string(),
  /** ISO instants: sign-in, the last thing done by a person, and when it ends in any case. */
  startedAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

export type OwnSession = z.infer<typeof ownSession>;

/** How many sessions a call ended. */
export const endedCount = z.strictObject({ ended: z.int() });

export const sessionOperations = {
  'session.login': operation({
    summary: 'Inicia una sesión',
    method: 'POST',
    path: '/api/auth/login',
    policy: { access: 'public', keepsAlive: false },
    params: null,
    query: null,
    body: credentials,
    response: sessionView,
  }),
  'session.read': operation({
    summary: 'Quién está conectado; sin sesión, 401 y una cookie XSRF-TOKEN para poder iniciarla',
    method: 'GET',
    path: '/api/auth/session',
    policy: { access: 'public' },
    params: null,
    query: null,
    body: null,
    response: sessionView,
  }),
  'session.logout': operation({
    summary: 'Termina la sesión; puede repetirse',
    method: 'POST',
    path: '/api/auth/logout',
    policy: { access: 'public', keepsAlive: false },
    params: null,
    query: null,
    body: null,
    response: null,
  }),
  'session.touch': operation({
    summary: 'Renueva el plazo de inactividad de la sesión',
    method: 'POST',
    path: '/api/auth/touch',
    policy: { access: 'session' },
    params: null,
    query: null,
    body: null,
    response: sessionView,
  }),
  'sessions.list': operation({
    summary: 'Las sesiones abiertas de la propia persona',
    method: 'GET',
    path: '/api/auth/sessions',
    policy: { access: 'session' },
    params: null,
    query: null,
    body: null,
    response: z.strictObject({ sessions: z.array(ownSession) }),
  }),
  'sessions.end': operation({
    summary: 'Termina una sesión propia; la actual equivale a salir',
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    policy: { access: 'session' },
    params: z.strictObject({ id }),
    query: null,
    body: null,
    response: null,
  }),
  'sessions.endOthers': operation({
    summary: 'Termina todas las sesiones propias menos la actual',
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    policy: { access: 'session' },
    params: null,
    query: null,
    body: null,
    response: endedCount,
  }),
  'sessions.endOfUser': operation({
    summary: 'Termina todas las sesiones de otra persona de la oficina',
    method: 'POST',
    path: '/api/users/:officeId/:userId/end-sessions',
    policy: { access: ['G01'], office: { in: 'params', name: 'officeId' }, answerBytes: LIST_ANSWER },
    params: z.strictObject({ officeId: id, userId: id }),
    query: null,
    body: null,
    response: endedCount,
  }),
};
