import { type Logger } from 'pino';
import { type Database } from '../database/open-database.ts';
import { newestPositions, type Positions, readAfter } from './events-repository.ts';
import { SharedReads } from './shared-reads.ts';

/** Late enough not to load the database, early enough for people. Events of this process are told at once. */
const POLL_MS = 1000;

interface Follower {
  officeIds: readonly string[];
  wake: () => void;
}

/**
 * Tells the streams of this process that an office's log may have grown. The table is the truth and is looked at every
 * second; a nudge only makes it faster. So it works over any pooler, and when another process wrote the event.
 */
export class EventFeed {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #pollMs: number;
  readonly #followers = new Set<Follower>();
  /** For those who follow. */
  readonly reads: SharedReads;
  #seen: Positions = new Map();
  #timer: NodeJS.Timeout | undefined;

  /** @param pollMs how late an event of another process may be noticed. */
  constructor(db: Database, logger: Logger, pollMs = POLL_MS) {
    this.#db = db;
    this.reads = new SharedReads((positions, limit) => readAfter(db, positions, limit));
    this.#logger = logger;
    this.#pollMs = pollMs;
  }

  /** How many streams are open. */
  get followers(): number {
    return this.#followers.size;
  }

  /** @returns how to stop following. */
  follow(officeIds: readonly string[], wake: () => void): () => void {
    const follower: Follower = { officeIds, wake };
    this.#followers.add(follower);
    this.#timer ??= this.#schedule();
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Call after a transaction that wrote an event has committed. */
  nudge(officeId: string): void {
    this.#wake(new Set([officeId]));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#followers.clear();
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#poll();
    }, this.#pollMs).unref();
  }

  async #poll(): Promise<void> {
    try {
      const followed = new Set([...this.#followers].flatMap(({ officeIds }) => officeIds));
      const positions = await newestPositions(this.#db, [...followed]);
      // An office not looked at before counts as grown: it may have between its first reading and now.
      this.#wake(new Set([...positions].filter(([id, at]) => this.#seen.get(id) !== at).map(([id]) => id)));
      this.#seen = positions;
    } catch (error) {
      this.#logger.warn({ err: error }, 'looking for events failed');
    }
    this.#timer = this.#followers.size > 0 ? this.#schedule() : undefined;
  }

  #wake(officeIds: ReadonlySet<string>): void {
    this.reads.renew();
    for (const follower of this.#followers) if (follower.officeIds.some((id) => officeIds.has(id))) follower.wake();
  }
}
