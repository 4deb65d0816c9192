import { type LastChange } from '@despacho/contracts';
import { type AssertionRefusalReason } from '@despacho/contracts/assertion';

/** Why a verb did not do what it was asked. The adapters turn it into a status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'expired'
  | 'wrong-type'
  | 'unprocessable'
  | 'busy'
  | 'unavailable';

/** A refusal with the Spanish sentence the person asking may read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  /** Of a conflict: who was quicker, where that is known. */
  readonly changed: LastChange | undefined;
  /** What of the request the sentence is about, by its path in the body, where it is about one field. */
  readonly field: string | undefined;

  constructor(kind: RefusalKind, message: string, changed?: LastChange, field?: string) {
    super(message);
    this.kind = kind;
    this.changed = changed;
    this.field = field;
  }
}

/** A call without a valid assertion of the gateway. The reason is for the gateway's operator. */
export class AssertionRefusal extends Refusal {
  readonly details: AssertionRefusalReason;

  constructor(details: AssertionRefusalReason) {
    super('unauthenticated', 'La solicitud no viene de la pasarela');
    this.details = details;
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'No encontrado');
