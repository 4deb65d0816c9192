import { type LastChange } from '@despacho/contracts';
import { type AssertionRefusalReason, OFFICE_UNKNOWN } from '@despacho/contracts/assertion';
import { FACTOR_DUE, FACTOR_MISSING } from '@despacho/contracts/factor-calls';
import { PASSWORD_TEMPORARY } from '@despacho/contracts/password-calls';

/** The HTTP status of each reason why an operation rejects a request. */
export const REFUSAL_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  expired: 410,
  'wrong-type': 415,
  unprocessable: 422,
  busy: 429,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof REFUSAL_STATUS;

/** A refusal with the Spanish message for the person. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  /** For a conflict: the last change, if known. */
  readonly changed: LastChange | undefined;
  /** The field concerned, by its path in the body, if there is one. */
  readonly field: string | undefined;
  /** For busy: seconds after which a retry may succeed, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** More of the answer's body, which the gateway reads. */
  readonly details?: object;

  constructor(kind: RefusalKind, message: string, changed?: LastChange, field?: string, retryAfterSeconds?: number) {
    super(message);
    this.kind = kind;
    this.changed = changed;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A call without a valid assertion. The reason is meant for the gateway's operator. */
export class AssertionRefusal extends Refusal {
  override readonly details: AssertionRefusalReason;

  constructor(details: AssertionRefusalReason) {
    super('unauthenticated', 'La solicitud no viene de la pasarela');
    this.details = details;
  }
}

/** The person's office is not registered in this service, although the gateway's host has it. */
export class OfficeRefusal extends Refusal {
  override readonly details = { reason: OFFICE_UNKNOWN };
  readonly officeId: string;

  constructor(officeId: string) {
    super('not-found', 'La oficina no está registrada en el servicio de despacho');
    this.officeId = officeId;
  }
}

/** Name and password are right, but the password is temporary and must be changed before a sign-in. */
export class PasswordTemporary extends Refusal {
  override readonly details = { reason: PASSWORD_TEMPORARY };

  constructor() {
    super('forbidden', 'Su contraseña es temporal; elija una nueva para ingresar');
  }
}

const MISSING = {
  [FACTOR_DUE]: 'Falta el código de su aplicación; ingrese por la página de Despacho',
  [FACTOR_MISSING]: 'Debe activar el segundo paso; ingrese por la página de Despacho',
} as const;

/**
 * What a sign-in lacks after the password: a code of the account's second factor, or the factor itself, because it is
 * required.
 */
export type MissingProof = keyof typeof MISSING;

/** The credentials are right, but the second factor is missing. */
export class FactorDue extends Refusal {
  override readonly details: { reason: MissingProof; step: string };

  /** @param step secret with which the gateway continues the sign-in. */
  constructor(step: string, reason: MissingProof) {
    super('forbidden', MISSING[reason]);
    this.details = { reason, step };
  }
}

/** @returns a refusal of what the request says. @param field concerned, by its path in the body. */
export const invalid = (message: string, field?: string): Refusal => new Refusal('invalid', message, undefined, field);

/** @returns a refusal because of what is stored: the last change of it, and the field concerned, if known. */
export const conflict = (message: string, changed?: LastChange, field?: string): Refusal =>
  new Refusal('conflict', message, changed, field);

export const notFound = (): Refusal => new Refusal('not-found', 'No encontrado');
