import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { factorCode } from './factor.ts';
import { sessionView } from './session.ts';

/** Kinds of changes that a person is shown at the next sign-in. */
export const SIGN_IN_NOTICE_KINDS = [
  'factor.added',
  'factor.removed',
  'factor.recoveryUsed',
  'factor.permitted',
  'provider.linked',
  'provider.unlinked',
] as const;

/** Notices after a sign-in. */
export const signInNotices = z.strictObject({
  /** Deadline for setting up a second factor; null for a person who has one or needs none. */
  setUpBy: z.nullable(z.iso.datetime()),
  /** Unseen changes, newest first. */
  changes: z.array(
    z.strictObject({
      kind: z.enum(SIGN_IN_NOTICE_KINDS),
      at: z.iso.datetime(),
      /** The other person who made the change; null for the person's own. */
      by: z.nullable(z.string()),
    }),
  ),
});

export type SignInNotices = z.infer<typeof signInNotices>;

export const signInNoticeOperations = {
  'session.setUpFactor': operation('POST', '/api/auth/factor/set-up', {
    summary: 'Empieza a activar el segundo paso que falta para ingresar, después de la contraseña',
    policy: { access: 'public', directory: true, keepsAlive: false },
    response: z.strictObject({ key: z.string(), uri: z.string() }),
  }),
  'session.finishSetUp': operation('POST', '/api/auth/factor/set-up/finish', {
    summary: 'Pone el segundo paso que falta con un código de la aplicación, e ingresa',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.strictObject({ code: factorCode }),
    response: z.strictObject({ codes: z.array(z.string()), session: sessionView }),
  }),
  'notices.read': operation('GET', '/api/auth/notices', {
    summary: 'Lo que la persona debe saber de su forma de ingresar: cambios que no vio, y el plazo del segundo paso',
    policy: { access: 'session', directory: true, keepsAlive: false },
    response: signInNotices,
  }),
  'notices.seen': operation('POST', '/api/auth/notices/seen', {
    summary: 'Deja de mostrar los cambios de su forma de ingresar hasta una hora',
    policy: { access: 'session', directory: true },
    body: z.strictObject({ until: z.iso.datetime() }),
    response: null,
  }),
};
