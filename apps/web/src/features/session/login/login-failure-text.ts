import { HttpFailure } from '../../../shared/http/failure.ts';
import { describeFailure } from '../../../shared/format/describe-failure.ts';

const KEPT = 'Lo que escribió sigue aquí.';

/** Whether signing in again with something else may help: the account is wrong, not the service. */
export const isWrongCredentials = (error: unknown): boolean => error instanceof HttpFailure && error.status === 401;

/** @returns what to tell somebody who could not sign in, without saying which of the three was wrong. */
export function loginFailureText(error: unknown): string {
  if (isWrongCredentials(error)) return 'Usuario o contraseña incorrectos';
  const { title, advice } = describeFailure(error);
  return `${title}. ${advice} ${KEPT}`;
}
