/** Why a verb did not do what it was asked. The adapters turn it into a status. */
export type RefusalKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'unprocessable' | 'unavailable';

/** A refusal with the Spanish sentence the person asking may read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'No encontrado');
