import { type LastChange } from '@despacho/contracts';

/** Why a verb did not do what it was asked. The adapters turn it into a status. */
export type RefusalKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'expired' | 'unprocessable' | 'unavailable';

/** A refusal with the Spanish sentence the person asking may read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  /** Of a conflict: who was quicker, where that is known. */
  readonly changed: LastChange | undefined;

  constructor(kind: RefusalKind, message: string, changed?: LastChange) {
    super(message);
    this.kind = kind;
    this.changed = changed;
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'No encontrado');
