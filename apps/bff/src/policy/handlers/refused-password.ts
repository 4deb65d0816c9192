import { Failure } from '#problems/failure.ts';

/** @returns the refusal of a new password. @param field of the request. */
export const refusedPassword = (message: string, field: string): Failure =>
  new Failure('unprocessable', { detail: message, errors: [{ field, message }], note: 'the new password is refused' });
