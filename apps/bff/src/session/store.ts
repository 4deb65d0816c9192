import { type SessionKnown, type SessionRecord, type SessionUse } from './record.ts';

export interface StoredSession {
  key: string;
  record: SessionRecord;
}

/** A session that was evicted for a new one. */
export interface EvictedSession extends StoredSession {
  reason: 'too-many' | 'full';
}

/**
 * Storage of sessions. Signed-in ones are listed by person, at most `MAX_PER_PERSON` each, so that no account can evict
 * others from the bounded pool. Anonymous ones have their own pool, with at most `MAX_ANONYMOUS_PER_SITE` per site:
 * filling it signs nobody out, and one site evicts only its own sessions. A session is stored and listed in one step.
 * Every method rejects if the store cannot be reached.
 */
export interface SessionStore {
  /** @returns the session, which may have expired: the caller checks. */
  get(key: string): Promise<SessionRecord | undefined>;
  /**
   * @param ttlMs how long it lasts without use.
   * @param owners for a signed-in session: the person's keys; it is listed under the first.
   * @param site for an anonymous session: the key of its network.
   * @returns the evicted signed-in sessions, least recently used first.
   */
  create(
    key: string,
    record: SessionRecord,
    ttlMs: number,
    owners?: readonly string[],
    site?: string,
  ): Promise<EvictedSession[]>;
  /**
   * Writes a use, unless a later one is stored. Like `update` only while the session exists, so that a slow request
   * cannot restore a destroyed one; the part that the other method writes stays unchanged.
   * @param ttlMs how long it lasts without further use.
   */
  touch(key: string, use: Required<SessionUse>, ttlMs: number): Promise<void>;
  /** Replaces the known data of the person. Its uses and its expiry stay unchanged. */
  update(key: string, known: SessionKnown): Promise<void>;
  /** @returns whether it existed. Of several concurrent calls, one returns true. */
  delete(key: string): Promise<boolean>;
  /** @returns the sessions listed under any of the keys. */
  listOf(owners: readonly string[]): Promise<StoredSession[]>;
  /** Removes expired sessions. @returns the signed-in ones, each once. */
  takeExpired(): Promise<StoredSession[]>;
  /** @param listener called with sessions that end at another gateway. */
  onEndElsewhere(listener: (key: string) => void): void;
  /** Resolves while the store works. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of anonymous sessions in either store: fifteen minutes of a busy morning, or about 3 MB. */
export const MAX_ANONYMOUS = 10_000;

/**
 * Enough for a company whose people all sign in through one address within fifteen minutes; its oldest unused pages go
 * first.
 */
export const MAX_ANONYMOUS_PER_SITE = 1000;

/** Maximum number of signed-in sessions in either store: two thousand people at their personal limit. */
export const MAX_SIGNED_IN = 20_000;

/** Two computers, a phone and a tablet with two browsers each, and two more that were never signed out. */
export const MAX_PER_PERSON = 10;
