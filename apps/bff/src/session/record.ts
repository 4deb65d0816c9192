/** The signed-in person as the credentials call last described them. Nothing secret. */
export interface Person {
  id: string | null;
  username: string;
  user: string;
  charge: string;
  /** As typed at login, for people. The branch token is among the secrets. */
  sucursal: string;
  officeId: string;
  modules: readonly string[];
  /** When the credentials call said so, in epoch milliseconds. */
  takenAt: number;
}

/** What upstreams are shown on the person's behalf. Sealed wherever it is stored. */
export interface UpstreamSecrets {
  /** Of the login answer: what the credentials call takes. */
  loginToken: string;
  /** Of the credentials answer, where it names another: what the other calls take. */
  bearer: string;
  /** The branch token of the login answer; null when it brought none. */
  branch: string | null;
  taxId: string | null;
}

/** Where a session is used from, for its owner to recognise it. Kept in the session alone. */
export interface SeenFrom {
  /** In Spanish, such as «Chrome en Windows»; never the user agent itself. */
  device: string;
  address: string;
}

/** What changes when a person does something. Times in epoch milliseconds. */
export interface SessionUse {
  /** When a person last did something. */
  usedAt: number;
  /** As of `usedAt`. Missing before login. */
  seenFrom?: SeenFrom;
}

/** What changes when the credentials call is asked, and what never does. */
export interface SessionKnown {
  csrfSecret: string | undefined;
  createdAt: number;
  /** Missing before login. */
  person?: Person;
  sealed?: string;
}

/** A session as it is stored. Records are never changed in place. */
export type SessionRecord = SessionUse & SessionKnown;

/** @returns the two parts of a record, which are written apart: a request that writes one must not undo the other. */
export function partsOf({ usedAt, seenFrom, ...known }: SessionRecord): { use: SessionUse; known: SessionKnown } {
  return { use: { usedAt, ...(seenFrom && { seenFrom }) }, known };
}

/** A session in the hands of a request. `key` is the hash of the id, under which the store knows it. */
export interface LiveSession {
  key: string;
  record: SessionRecord;
}

export type SignedInSession = LiveSession & { record: SessionRecord & { person: Person; sealed: string } };

export function isSignedIn(session: LiveSession | undefined): session is SignedInSession {
  return session?.record.person !== undefined && session.record.sealed !== undefined;
}
