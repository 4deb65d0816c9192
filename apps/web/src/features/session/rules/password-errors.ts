import { PASSWORD_BOUNDS } from '@despacho/contracts';
import { HttpFailure } from '#shared/http/failure.ts';

/** Errors of a new password that are found without the service. */
export interface TypedErrors {
  password?: string | undefined;
  repeated?: string | undefined;
}

/** Characters as the service counts them. */
export const isLongEnough = (password: string): boolean => Array.from(password).length >= PASSWORD_BOUNDS.least;

/** @returns the errors of the input; empty if it may be sent. */
export function typedErrors(password: string, repeated: string): TypedErrors {
  if (!isLongEnough(password)) return { password: `Use ${PASSWORD_BOUNDS.least} caracteres o más` };
  if (password.length > PASSWORD_BOUNDS.most) return { password: `Use como máximo ${PASSWORD_BOUNDS.most} caracteres` };
  return password === repeated ? {} : { repeated: 'No es igual a la contraseña nueva' };
}

/** @returns the service's message about one of these fields. */
export const errorOf = (failure: unknown, ...fields: readonly string[]): string | undefined =>
  failure instanceof HttpFailure
    ? failure.problem?.errors?.find(({ field }) => fields.includes(field))?.message
    : undefined;
