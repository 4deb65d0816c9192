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
  branch: string;
  taxId: string | null;
}

/** Where a session is used from, for its owner to recognise it. Kept in the session alone. */
export interface SeenFrom {
  /** In Spanish, such as «Chrome en Windows»; never the user agent itself. */
  device: string;
  address: string;
}

/** A session as it is stored. Records are never changed in place. Times in epoch milliseconds. */
export interface SessionRecord {
  csrfSecret: string | undefined;
  createdAt: number;
  /** When a person last did something. */
  usedAt: number;
  /** Missing before login. */
  person?: Person;
  sealed?: string;
  /** As of `usedAt`. */
  seenFrom?: SeenFrom;
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
