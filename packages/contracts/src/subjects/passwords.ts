import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { plainText, secret } from '../typed-text.ts';
import { credentials, sessionView } from './session.ts';

/**
 * Bounds of a new password, in characters. 12 until a second factor exists; no rules about kinds of characters (NIST SP
 * 800-63B-4, 3.1.1). Shorter ones that exist stay valid until they are changed.
 */
export const PASSWORD_BOUNDS = { least: 12, most: 256 } as const;

/** Minimum length if the company requires long passwords, and has neither a required second factor nor a provider. */
export const LONG_PASSWORD = 15;

/** Minutes during which a reset link can be used, once. */
export const RESET_MINUTES = 30;

/** The chosen password. Passed on unchanged; the dispatch service checks it. */
const newPassword = secret(PASSWORD_BOUNDS.most, 'Escriba la contraseña nueva');

/** The secret of a reset link: 256 random bits. */
export const resetSecret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** How strong a password is, from 0 to 4, and in Spanish why it would be refused; null if it would be accepted. */
export const passwordVerdict = z.strictObject({
  strength: z.int().check(z.minimum(0), z.maximum(4)),
  refused: z.nullable(plainText(300)),
});

export type PasswordVerdict = z.infer<typeof passwordVerdict>;

export const passwordOperations = {
  'passwords.check': operation('POST', '/api/auth/password/check', {
    summary: 'Dice si una contraseña nueva serviría; no guarda nada',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.strictObject({
      password: newPassword,
      /** Names that the password must not contain. No account is looked up; with a session, its person is used. */
      sucursal: z.optional(plainText(64)),
      username: z.optional(plainText(128)),
    }),
    response: passwordVerdict,
  }),
  'passwords.change': operation('POST', '/api/auth/password', {
    summary: 'Cambia la contraseña propia; las demás sesiones terminan',
    policy: { access: 'session', directory: true },
    body: z.strictObject({ current: secret(256, 'Escriba su contraseña actual'), password: newPassword }),
    /** How many other sessions were ended. */
    response: z.strictObject({ ended: z.int() }),
  }),
  'passwords.first': operation('POST', '/api/auth/password/first', {
    summary: 'Cambia una contraseña temporal e inicia la sesión',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.strictObject({ ...credentials.shape, newPassword }),
    response: sessionView,
  }),
  'passwords.reset': operation('POST', '/api/auth/password/reset', {
    summary: 'Cambia la contraseña con un enlace, que sirve una vez',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.strictObject({ secret: resetSecret, password: newPassword }),
    response: null,
  }),
};
