import { type SessionKnown, type SessionRecord, type SessionUse } from './record.ts';

/** A session as a store holds it. */
export interface StoredSession {
  key: string;
  record: SessionRecord;
}

/** A session that had to go for a new one. */
export interface EvictedSession extends StoredSession {
  reason: 'too-many' | 'full';
}

/**
 * Where sessions live. Signed-in ones are listed by person, at most `MAX_PER_PERSON` of them, so that no account can push
 * others out of the bounded pool. Anonymous ones have a pool of their own, in which each site has at most
 * `MAX_ANONYMOUS_PER_SITE`: filling it signs nobody out, and one site evicts its own sessions only. A session is
 * listed in the same step that stores it. Every method rejects when the store cannot be reached.
 */
export interface SessionStore {
  /** @returns the session, which may have outlived its time: the reader checks. */
  get(key: string): Promise<SessionRecord | undefined>;
  /**
   * @param ttlMs how long it lasts if it is not used.
   * @param owners of a signed-in session: the names its person's sessions are listed under; it is listed under the first.
   * @param site of an anonymous session: what its network is counted under.
   * @returns the signed-in sessions that had to go for it, the least recently used first.
   */
  create(
    key: string,
    record: SessionRecord,
    ttlMs: number,
    owners?: readonly string[],
    site?: string,
  ): Promise<EvictedSession[]>;
  /**
   * Writes a use down, unless a later one is there. Like `update` only while the session exists, so that a slow request
   * cannot bring a destroyed one back, and whatever the other of the two writes meanwhile stays.
   * @param ttlMs how long it lasts if it is not used again.
   */
  touch(key: string, use: Required<SessionUse>, ttlMs: number): Promise<void>;
  /** Replaces what is known of the person. When and from where the session was used, and how long it lasts, stays. */
  update(key: string, known: SessionKnown): Promise<void>;
  /** @returns whether there was one. Of several that delete the same session, one is told so. */
  delete(key: string): Promise<boolean>;
  /** @returns the sessions listed under any of the names. */
  listOf(owners: readonly string[]): Promise<StoredSession[]>;
  /** Removes sessions whose time is over. @returns the signed-in ones, each once. */
  takeExpired(): Promise<StoredSession[]>;
  /** @param listener told of sessions that end at another gateway. */
  onEndElsewhere(listener: (key: string) => void): void;
  /** Resolves while the store works. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How many anonymous sessions are kept, in either store: fifteen minutes of a busy morning, or some 3 MB. */
export const MAX_ANONYMOUS = 10_000;

/** A company whose people all come through one address signs in within fifteen minutes; its oldest unused pages go first. */
export const MAX_ANONYMOUS_PER_SITE = 1000;

/** How many signed-in sessions are kept, in either store: two thousand people at their personal limit. */
export const MAX_SIGNED_IN = 20_000;

/** Two computers, a phone and a tablet, in two browsers each, and two more that were never signed out. */
export const MAX_PER_PERSON = 10;
