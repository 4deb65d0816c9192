import { HttpFailure } from '#shared/http/failure.ts';
import { failureSentences } from '#shared/format/failure-text.ts';

/** Whether the failure is due to the credentials rather than to the service. */
export const isWrongCredentials = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** Whether the credentials are right, and the password must be changed first. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof HttpFailure && error.kind === 'password-temporary';

/** What is missing after the right credentials: a code, or setting up a required second factor. */
export type FactorStage = 'code' | 'set-up';

const STAGES: Partial<Record<string, FactorStage>> = { 'factor-due': 'code', 'factor-missing': 'set-up' };

/** @returns the next step of a sign-in whose credentials were right; undefined for other failures. */
export const factorStage = (error: unknown): FactorStage | undefined =>
  error instanceof HttpFailure ? STAGES[error.kind ?? ''] : undefined;

/** @returns the message of a failed sign-in, without revealing which field was wrong. */
export function loginFailureText(error: unknown): string {
  if (isWrongCredentials(error)) return 'Usuario o contraseña incorrectos';
  return `${failureSentences(error)} Lo que escribió sigue aquí.`;
}
