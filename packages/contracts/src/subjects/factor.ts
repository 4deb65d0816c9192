import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { secret, storable } from '../typed-text.ts';
import { sessionView } from './session.ts';

/** Minutes and attempts to type a code after the password, before it must be typed again. */
export const FACTOR_STEP = { minutes: 5, attempts: 5 } as const;

/** Minutes to set up a second factor, including the installation of an app. */
export const SET_UP_MINUTES = 15;

/** Recovery codes that are made together. Each is valid once. */
export const RECOVERY_CODES = 10;

/** A code of the person's app, or a recovery code. The service ignores spaces, hyphens and case. */
export const factorCode = z.string().check(z.trim(), z.minLength(1, 'Escriba el código'), z.maxLength(40), storable);

const current = secret(256, 'Escriba su contraseña actual');

/** Proves again who is signed in. */
const proof = z.strictObject({ current, code: factorCode });

/** The second factor of the signed-in person. */
export const factorView = z.strictObject({
  /** Whether this installation can keep second factors. */
  available: z.boolean(),
  /** When it was set up; null without one. */
  since: z.nullable(z.iso.datetime()),
  /** Recovery codes that were not used yet. */
  codesLeft: z.int(),
  /** Wrong codes of the last 24 hours. */
  wrongCodes: z.int(),
  /** Whether there were so many that only recovery codes are accepted until 24 hours have passed. */
  onlyRecovery: z.boolean(),
  /** Whether the company requires it, so that the person cannot remove it. */
  required: z.boolean(),
});

export type FactorView = z.infer<typeof factorView>;

const recoveryCodes = z.array(z.string());

export const factorOperations = {
  'session.factor': operation('POST', '/api/auth/factor', {
    summary: 'Termina de ingresar con el código de la aplicación, o uno de recuperación',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.strictObject({ code: factorCode }),
    response: sessionView,
  }),
  'session.factorCancel': operation('POST', '/api/auth/factor/cancel', {
    summary: 'Deja un ingreso que espera el código',
    policy: { access: 'public', directory: true, keepsAlive: false },
    response: null,
  }),
  'session.prove': operation('POST', '/api/auth/proof', {
    summary: 'Confirma quién es: con un código si tiene segundo paso, y si no con su contraseña; rige para esta sesión',
    policy: { access: 'session', directory: true },
    /** The code with a second factor, and the password without one. */
    body: z.strictObject({ current: z.optional(secret(256, 'Escriba su contraseña')), code: z.optional(factorCode) }),
    response: sessionView,
  }),
  'factor.read': operation('GET', '/api/auth/factor', {
    summary: 'El segundo paso propio: si está puesto y cuántos códigos de recuperación quedan',
    policy: { access: 'session', directory: true },
    response: factorView,
  }),
  'factor.start': operation('POST', '/api/auth/factor/start', {
    summary: 'Empieza a activar el segundo paso; rige después de confirmarlo',
    policy: { access: 'session', directory: true },
    body: z.strictObject({ current }),
    /** The key in Base32, and the same as an `otpauth:` address for a QR code. Shown once. */
    response: z.strictObject({ key: z.string(), uri: z.string() }),
  }),
  'factor.confirm': operation('POST', '/api/auth/factor/confirm', {
    summary: 'Pone el segundo paso con un código de la aplicación; las demás sesiones terminan',
    policy: { access: 'session', directory: true },
    body: proof,
    response: z.strictObject({ codes: recoveryCodes, ended: z.int() }),
  }),
  'factor.codes': operation('POST', '/api/auth/factor/codes', {
    summary: 'Reemplaza los códigos de recuperación',
    policy: { access: 'session', directory: true },
    body: proof,
    response: z.strictObject({ codes: recoveryCodes }),
  }),
  'factor.remove': operation('POST', '/api/auth/factor/remove', {
    summary: 'Quita el segundo paso; las demás sesiones terminan',
    policy: { access: 'session', directory: true },
    body: proof,
    response: z.strictObject({ ended: z.int() }),
  }),
};
