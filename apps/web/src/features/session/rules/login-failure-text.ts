import { HttpFailure } from '#shared/http/failure.ts';
import { failureSentences } from '#shared/format/failure-text.ts';

/** Whether the failure is due to the credentials rather than to the service. */
export const isWrongCredentials = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** Whether the credentials are right, and the password must be changed first. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof HttpFailure && error.kind === 'password-temporary';

/** Whether the credentials are right, and the code of a second factor is missing. */
export const isFactorDue = (error: unknown): boolean => error instanceof HttpFailure && error.kind === 'factor-due';

/** @returns the message of a failed sign-in, without revealing which field was wrong. */
export function loginFailureText(error: unknown): string {
  if (isWrongCredentials(error)) return 'Usuario o contraseña incorrectos';
  return `${failureSentences(error)} Lo que escribió sigue aquí.`;
}
