import { type Logger } from 'pino';
import { type Database } from '../database/open-database.ts';
import { type EventNotifications } from './event-notifications.ts';
import { newestPositions, readAfter } from './events-repository.ts';
import { SharedReads } from './shared-reads.ts';

/** Maximum delay, in milliseconds, of another process' event when notifications do not work. */
const POLL_MS = 1000;

/** Called with an office whose log may have grown, and its newest position if known. */
type Wake = (officeId: string, newest: number | undefined) => void;

interface Follower {
  officeIds: readonly string[];
  wake: Wake;
  /** False for what accompanies a stream. */
  isStream: boolean;
}

/**
 * Wakes the streams of this process when an office's log may have grown. It polls the table every second, in one query
 * for all streams. A nudge from this process or a notification from another one only reduces the delay, so it works
 * with any pooler, and on servers without LISTEN.
 */
export class EventFeed {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #pollMs: number;
  readonly #notifications: EventNotifications | undefined;
  readonly #followers = new Set<Follower>();
  /** Shared by the followers. */
  readonly reads: SharedReads;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param pollMs milliseconds between two polls.
   * @param notifications of other processes on the same server. Closed with the feed.
   */
  constructor(
    db: Database,
    logger: Logger,
    { pollMs = POLL_MS, notifications }: { pollMs?: number; notifications?: EventNotifications | undefined } = {},
  ) {
    this.#db = db;
    this.reads = new SharedReads((officeId, position, limit) => readAfter(db, officeId, position, limit));
    this.#logger = logger;
    this.#pollMs = pollMs;
    this.#notifications = notifications;
    notifications?.start((officeId) => this.#wake(officeId));
  }

  /** Number of open streams. */
  get followers(): number {
    return [...this.#followers].filter(({ isStream }) => isStream).length;
  }

  /** @returns a function that stops following. */
  follow(officeIds: readonly string[], wake: Wake, isStream = true): () => void {
    const follower: Follower = { officeIds, wake, isStream };
    this.#followers.add(follower);
    this.#timer ??= this.#schedule();
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Call after a transaction that wrote an event has committed. */
  nudge(officeId: string): void {
    this.#wake(officeId);
    this.#notifications?.announce(officeId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#followers.clear();
    await this.#notifications?.close();
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#poll();
    }, this.#pollMs).unref();
  }

  async #poll(): Promise<void> {
    try {
      const followed = new Set([...this.#followers].flatMap(({ officeIds }) => officeIds));
      for (const [officeId, newest] of await newestPositions(this.#db, [...followed])) this.#wake(officeId, newest);
    } catch (error) {
      this.#logger.warn({ err: error }, 'looking for events failed');
    }
    this.#timer = this.#followers.size > 0 ? this.#schedule() : undefined;
  }

  #wake(officeId: string, newest?: number): void {
    this.reads.renew(officeId);
    for (const { officeIds, wake } of this.#followers) if (officeIds.includes(officeId)) wake(officeId, newest);
  }
}
