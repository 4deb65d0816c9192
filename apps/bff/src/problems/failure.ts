import { type LastChange, type ProblemKind } from '@despacho/contracts';

/** `sign-in-address`: the host has nothing at the address of the sign-in. `identity-provider`: a provider does not answer. */
export type HostFault = 'sign-in-address' | 'identity-provider';

interface FailureDetails {
  /** For the user, in Spanish. No internals. */
  detail?: string;
  /** For a conflict: who made the other change. */
  changed?: LastChange;
  errors?: { field: string; message: string }[];
  /** Number of faults left out of `errors`. */
  moreErrors?: number;
  retryAfterSeconds?: number;
  /**
   * The request had been sent to an upstream: it must not be repeated after a refusal, and a write may have been done.
   */
  forwarded?: true;
  /** Only for the log: what went wrong, without values from a user or an upstream. */
  note?: string;
  /** Only for the log: fields of the event, without user input. */
  log?: Readonly<Record<string, string | number>>;
  /** A fault of a host that the user sees as a different error: logged and counted for the operator. */
  fault?: HostFault;
  /** The security event of this failure, if it is not that of its kind. */
  event?: 'phone.refused' | 'guest.refused' | 'password.refused' | 'factor.refused' | 'provider.refused';
  /** Only for the trail: the account that was tried, if the request does not name it. */
  attempt?: { sucursal: string; username: string } | undefined;
  /** Allowed methods of a known path. */
  allow?: readonly string[];
}

/** Thrown by every part of the gateway to refuse or abort a request. One mapper turns it into a problem document. */
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

/** The password or the provider's account is proved, but a code, or the required second factor itself, is missing. */
export class FactorDue extends Failure {
  /** Secret of the dispatch service with which the sign-in continues. Never in a log or an answer. */
  readonly step: string;

  constructor(step: string, kind: 'factor-due' | 'factor-missing') {
    super(kind, { note: `the password is right and a ${kind === 'factor-due' ? 'code' : 'second factor'} is missing` });
    this.step = step;
  }
}

/** The browser disconnected, so no response is sent. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection');
    this.name = 'ClientGone';
  }
}
