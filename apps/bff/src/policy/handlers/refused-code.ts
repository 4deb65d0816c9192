import { Failure } from '#problems/failure.ts';

/** One message for a wrong, used and late code, and for a sign-in that is over: no answer helps to guess. */
const WRONG =
  'El código no sirve. Escriba el que su aplicación muestra ahora; si sigue sin servir, vuelva a escribir su contraseña';
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

/** @returns the failure for accounts whose second factor the dispatch service cannot decrypt. */
export const keyMissing = (): Failure =>
  new Failure('unavailable', {
    detail:
      'Ahora no se puede usar el código de la aplicación. Use un código de recuperación, o avise a quien administra el sistema',
    note: 'SECRETS_KEY of the dispatch service is missing, or not the one of this second factor',
  });
