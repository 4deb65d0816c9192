import { type SessionRecord } from './record.ts';

/**
 * Where sessions live. Both pools are bounded, and anonymous ones are evicted among themselves: filling that pool signs
 * nobody out. Every method rejects when the store cannot be reached.
 */
export interface SessionStore {
  get(key: string): Promise<SessionRecord | undefined>;
  create(key: string, record: SessionRecord, ttlMs: number): Promise<void>;
  /** Only while the session exists, so that a slow request cannot bring a destroyed one back. */
  replace(key: string, record: SessionRecord, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Resolves while the store works. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How many anonymous sessions are kept, in either store: fifteen minutes of a busy morning, or some 3 MB. */
export const MAX_ANONYMOUS = 10_000;
