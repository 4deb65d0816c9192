import { type FactorOutcome } from '@despacho/contracts/factor-calls';
import { Failure } from '#problems/failure.ts';
import { wrongCurrent } from './refused-password.ts';

type Refused = Exclude<FactorOutcome['outcome'], 'signed-in' | 'started' | 'done' | 'proved'>;

/** One message for a wrong, used and late code, and for a sign-in that is over: no answer helps to guess. */
const WRONG = 'El código no sirve. Escriba el que su aplicación muestra ahora; si sigue sin servir, empiece de nuevo';
const BLOCKED =
  'Hubo demasiados códigos equivocados en un día. Use un código de recuperación, o espere hasta mañana. Si no fue usted, cambie su contraseña';
const NO_KEY =
  'Ahora no se puede usar el código de la aplicación. Use un código de recuperación, o avise a quien administra el sistema';
const NO_KEY_TO_SET_UP = 'Ahora no se puede activar el segundo paso. Avise a quien administra el sistema';
const PERMIT =
  'Usted no ha ingresado antes desde este lugar. Hágalo desde donde suele trabajar, o pida a una persona con cargo S que se lo permita en «Personas»; el permiso vale 24 horas';
const REQUIRED =
  'Su empresa pide el segundo paso. Si cambia de celular, pida a una persona con cargo S que se lo quite en «Personas», y actívelo de nuevo al ingresar';
const STATE =
  'Su segundo paso cambió mientras tanto, o pasaron más de quince minutos. Cierre esta ventana y empiece de nuevo';

type More = Pick<Failure['details'], 'attempt' | 'log'>;

const refusedCode = (detail: string, note: string, more: More): Failure =>
  new Failure('unprocessable', {
    detail,
    errors: [{ field: 'code', message: detail }],
    note,
    event: 'factor.refused',
    ...more,
  });

const REFUSALS: Record<Refused, (more: More, isSetUp: boolean) => Failure> = {
  password: wrongCurrent,
  code: (more) => refusedCode(WRONG, 'wrong code of a second factor', more),
  blocked: (more) => refusedCode(BLOCKED, 'too many wrong codes in a day', more),
  key: (_, isSetUp) =>
    new Failure('unavailable', {
      detail: isSetUp ? NO_KEY_TO_SET_UP : NO_KEY,
      note: 'SECRETS_KEY of the dispatch service is missing, or not the one of this second factor',
    }),
  permit: () =>
    new Failure('upstream-refused', {
      detail: PERMIT,
      note: 'a second factor is not set up from an unknown address without a permit',
    }),
  required: () => new Failure('unprocessable', { detail: REQUIRED, note: 'the second factor is required' }),
  state: () => new Failure('unprocessable', { detail: STATE, note: 'the second factor is in another state' }),
};

/**
 * @param outcome of a call about a second factor. @param more account, for the log and the trail.
 * @param isSetUp whether a factor is being set up, so that no recovery codes exist yet.
 * @returns the failure. It has an `event` if a password or code was wrong.
 */
export const refusedFactor = (outcome: FactorOutcome['outcome'], more: More = {}, isSetUp = false): Failure =>
  ((REFUSALS as Partial<typeof REFUSALS>)[outcome as Refused] ?? REFUSALS.state)(more, isSetUp);
