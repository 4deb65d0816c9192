import { Failure } from '#problems/failure.ts';

/** One message for a wrong, used and late code, and for a sign-in that is over: no answer helps to guess. */
const WRONG = 'El código no sirve. Escriba el que su aplicación muestra ahora; si sigue sin servir, empiece de nuevo';
const BLOCKED =
  'Hubo demasiados códigos equivocados en un día. Use un código de recuperación, o espere hasta mañana. Si no fue usted, cambie su contraseña';

/** @returns the refusal of a code of a second factor. @param more account, for the log and the trail. */
export function refusedCode(why: 'code' | 'blocked', more: Pick<Failure['details'], 'attempt' | 'log'> = {}): Failure {
  const detail = why === 'code' ? WRONG : BLOCKED;
  return new Failure('unprocessable', {
    detail,
    errors: [{ field: 'code', message: detail }],
    note: why === 'code' ? 'wrong code of a second factor' : 'too many wrong codes in a day',
    event: 'factor.refused',
    ...more,
  });
}

const NO_KEY =
  'Ahora no se puede usar el código de la aplicación. Use un código de recuperación, o avise a quien administra el sistema';
const NO_KEY_TO_SET_UP = 'Ahora no se puede activar el segundo paso. Avise a quien administra el sistema';

/**
 * @param isSetUp whether a factor is being set up, so that no recovery codes exist yet.
 * @returns the failure for accounts whose second factor the dispatch service cannot encrypt or decrypt.
 */
export const keyMissing = (isSetUp = false): Failure =>
  new Failure('unavailable', {
    detail: isSetUp ? NO_KEY_TO_SET_UP : NO_KEY,
    note: 'SECRETS_KEY of the dispatch service is missing, or not the one of this second factor',
  });

/** @returns the failure for setting up a second factor at an address where the account has not signed in before. */
export const setUpRefused = (): Failure =>
  new Failure('upstream-refused', {
    detail:
      'Usted no ha ingresado antes desde este lugar. Hágalo desde donde suele trabajar, o pida a una persona con cargo S que se lo permita en «Personas»; el permiso vale 24 horas',
    note: 'a second factor is not set up from an unknown address without a permit',
  });
