import { HttpFailure } from '#shared/http/failure.ts';
import { failureSentences } from '#shared/format/failure-text.ts';

/** Whether the failure is due to the credentials rather than to the service. */
export const isWrongCredentials = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** Whether the credentials are right, and the password must be changed first. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof HttpFailure && error.kind === 'password-temporary';

/** What follows the right credentials before there is a session: a code, or setting up the second factor that is missing. */
export type FactorStage = 'code' | 'set-up';

const STAGES: Partial<Record<string, FactorStage>> = { 'factor-due': 'code', 'factor-missing': 'set-up' };

/** @returns what an account with the right credentials must do about its second factor; undefined for other failures. */
export const factorStage = (error: unknown): FactorStage | undefined =>
  error instanceof HttpFailure ? STAGES[error.kind ?? ''] : undefined;

/** @returns the message of a failed sign-in, without revealing which field was wrong. */
export function loginFailureText(error: unknown): string {
  if (isWrongCredentials(error)) return 'Usuario o contraseña incorrectos';
  return `${failureSentences(error)} Lo que escribió sigue aquí.`;
}
