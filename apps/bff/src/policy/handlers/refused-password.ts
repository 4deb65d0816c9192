import { Failure } from '#problems/failure.ts';

/** @returns the refusal of a new password. @param field of the request. */
export const refusedPassword = (message: string, field: string): Failure =>
  new Failure('unprocessable', { detail: message, errors: [{ field, message }], note: 'the new password is refused' });

/** The current password was wrong. */
export const WRONG_CURRENT = 'La contraseña actual no es correcta';

/** @returns the refusal of a wrong current password. @param more account, for the log and the trail. */
export const wrongCurrent = (more: Pick<Failure['details'], 'attempt' | 'log'>): Failure =>
  new Failure('unprocessable', {
    detail: WRONG_CURRENT,
    errors: [{ field: 'current', message: WRONG_CURRENT }],
    note: 'wrong current password',
    event: 'password.refused',
    ...more,
  });
