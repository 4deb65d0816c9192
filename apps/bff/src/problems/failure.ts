import { type LastChange, type ProblemKind } from '@despacho/contracts';

interface FailureDetails {
  /** For the person, in Spanish. Nothing of the inside. */
  detail?: string;
  /** Of a conflict: who was quicker. */
  changed?: LastChange;
  errors?: { field: string; message: string }[];
  /** Faults that `errors` leaves out. */
  moreErrors?: number;
  retryAfterSeconds?: number;
  /** The request had been sent on: nobody may repeat it for having been refused, and a write may have been done. */
  forwarded?: true;
  /** For the log alone: what went wrong, without any value a person or an upstream sent. */
  note?: string;
  /** For the log alone: fields of the event, nothing a person typed. */
  log?: Readonly<Record<string, string | number>>;
  /** Methods a known path does accept. */
  allow?: readonly string[];
}

/** What every part of the gateway throws to refuse or to give up. One mapper turns it into a problem document. */
export class Failure extends Error {
  readonly kind: ProblemKind;
  readonly details: FailureDetails;

  constructor(kind: ProblemKind, details: FailureDetails = {}) {
    super(details.note ?? kind);
    this.name = 'Failure';
    this.kind = kind;
    this.details = details;
  }
}

/** The browser hung up: there is nobody left to answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection');
    this.name = 'ClientGone';
  }
}
