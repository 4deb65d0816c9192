import { type Counter } from '#throttle/counters.ts';

/** The signed-in user according to the last credentials call. Contains no secrets. */
export interface Person {
  id: string | null;
  username: string;
  user: string;
  /** Whether the host states `user`. Missing in sessions of an earlier release. */
  isNamed?: boolean;
  charge: string;
  /** As typed at login, for display. The branch token is a secret. */
  sucursal: string;
  officeId: string;
  modules: readonly string[];
  /** When the credentials call began, in epoch milliseconds. */
  takenAt: number;
}

/** Credentials sent upstream on the user's behalf. Sealed wherever they are stored. */
export interface UpstreamSecrets {
  /** From the login response; sent in the credentials call. */
  loginToken: string;
  /** From the credentials response, if it contains another; sent in all other calls. */
  bearer: string;
  /** The branch token of the login response; null if it had none. */
  branch: string | null;
  taxId: string | null;
}

/** Where a session is used from, for its owner to recognize it. Stored only in the session. */
export interface SeenFrom {
  /** In Spanish, such as «Chrome en Windows»; never the user agent itself. */
  device: string;
  address: string;
}

/** A sign-in whose password or provider's account was proved, but whose second factor is missing. */
export interface WaitingSignIn {
  /** Secret of the dispatch service for the next call. */
  step: string;
  /** As typed. */
  sucursal: string;
  username: string;
  /** Whether the factor must be set up first; otherwise a code is missing. */
  mustSetUp?: true;
  /** When it ends, in epoch milliseconds. */
  until: number;
  /** Set if a provider proved the identity, instead of a password. */
  provider?: ProviderSession | undefined;
  /** Counters of the address that the password's attempt used. */
  shared?: readonly Counter[];
}

/** The sign-in at a provider that started a session. */
export interface ProviderSession {
  issuer: string;
  sub: string;
  /** The provider's session, if it states one. */
  sid?: string;
  /** Latest end of the session, in epoch milliseconds. */
  until: number;
}

/** What is needed to validate the response to an authorization request. */
export interface AuthorizationRequest {
  issuer: string;
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** An authorization request whose response is awaited. */
export interface PendingAuthorization extends AuthorizationRequest {
  purpose: 'sign-in' | 'invitation' | 'link' | 'prove';
  /** Secret of the invitation that links the account. */
  invitation?: string;
  /** In epoch milliseconds. */
  until: number;
}

/** Parts of a session that are sealed separately from its secrets. Each expires at its `until`. */
export interface SealedParts {
  waiting: WaitingSignIn;
  authorization: PendingAuthorization;
  provider: ProviderSession;
}

/** What was last proved in a session, at its beginning or later, and when, in epoch milliseconds. */
export interface Proof {
  at: number;
  by: 'password' | 'factor' | 'recovery' | 'provider';
}

/** The parts that change with each use. Times in epoch milliseconds. */
export interface SessionUse {
  /** Time of the last use by a person. */
  usedAt: number;
  /** As of `usedAt`. Missing before login. */
  seenFrom?: SeenFrom;
}

/** The parts that change with the credentials call, and those that never change. */
export interface SessionKnown extends Partial<Record<keyof SealedParts, string>> {
  csrfSecret: string | undefined;
  createdAt: number;
  /** Missing before login. */
  person?: Person;
  sealed?: string;
  /** Missing in sessions of an earlier release. */
  proof?: Proof;
  /** Latest end in epoch milliseconds, if before the gateway's own limit. */
  endsBy?: number;
}

/** A session as stored. Records are immutable. */
export type SessionRecord = SessionUse & SessionKnown;

/**
 * @returns the two parts of a record, which are written separately, so that a request that writes one does not
 * overwrite the other.
 */
export function partsOf({ usedAt, seenFrom, ...known }: SessionRecord): { use: SessionUse; known: SessionKnown } {
  return { use: { usedAt, ...(seenFrom && { seenFrom }) }, known };
}

/** A session during a request. `key` is the hash of the id, as used in the store. */
export interface LiveSession {
  key: string;
  record: SessionRecord;
}

export type SignedInSession = LiveSession & { record: SessionRecord & { person: Person; sealed: string } };

export function isSignedIn(session: LiveSession | undefined): session is SignedInSession {
  return session?.record.person !== undefined && session.record.sealed !== undefined;
}
