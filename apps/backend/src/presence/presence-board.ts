import { type PresenceActivity, PRESENCE_SECONDS, type PresenceReport } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';

/** Whoever tells more often is told on with the newest only: others need not see every click. */
const LEAST_GAP_MS = 500;

type Who = Pick<Dispatcher, 'sub' | 'username' | 'user' | 'officeId'>;

interface Held {
  who: Who;
  doing: PresenceActivity;
  orders: string[];
  /** What was told at this moment ends it. By the process's own steady clock, in milliseconds. */
  until: number;
  /** When the others were told last; and what will tell them of what came since. */
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}

interface Follower {
  officeIds: readonly string[];
  /** Nobody is told of themselves. */
  sub: string;
  tell: (event: PresenceReport) => void;
}

/**
 * Who is at which orders just now. It is kept in the memory of this process and written nowhere: it holds for seconds,
 * and whoever comes late has missed nothing. Processes beside each other know of their own people only.
 */
export class PresenceBoard {
  readonly #held = new Map<string, Held>();
  readonly #followers = new Set<Follower>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Somebody says what they are about to do with some orders of an office; none lets go of them. */
  tell(who: Who, doing: PresenceActivity, orders: string[]): void {
    const now = this.#now();
    this.#forget(now);
    const key = `${who.officeId} ${who.sub}`;
    const before = this.#held.get(key);
    if (!before && orders.length === 0) return;
    const held: Held = {
      who,
      doing,
      orders,
      until: now + PRESENCE_SECONDS * 1000,
      toldAt: before?.toldAt ?? -Infinity,
      timer: before?.timer,
    };
    this.#held.set(key, held);
    if (held.timer) return;
    const wait = held.toldAt + LEAST_GAP_MS - now;
    if (wait <= 0) this.#spread(key);
    else {
      held.timer = setTimeout(() => {
        this.#spread(key);
      }, wait).unref();
    }
  }

  /**
   * Hears of others at work in some offices, beginning with those who are at something now.
   * @returns how to stop.
   */
  follow(officeIds: readonly string[], sub: string, tell: (event: PresenceReport) => void): () => void {
    const follower: Follower = { officeIds, sub, tell };
    const now = this.#now();
    this.#forget(now);
    for (const held of this.#held.values())
      if (held.orders.length > 0 && this.#concerns(follower, held)) tell(this.#eventOf(held, now));
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }

  close(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
    this.#followers.clear();
  }

  #spread(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    const now = this.#now();
    held.timer = undefined;
    held.toldAt = now;
    const event = this.#eventOf(held, now);
    for (const follower of this.#followers) if (this.#concerns(follower, held)) follower.tell(event);
  }

  #concerns({ officeIds, sub }: Follower, { who }: Held): boolean {
    return who.sub !== sub && officeIds.includes(who.officeId);
  }

  #eventOf({ who, doing, orders, until }: Held, now: number): PresenceReport {
    return {
      type: 'presence.told',
      officeId: who.officeId,
      actor: { username: who.username, user: who.user },
      doing,
      orders,
      seconds: Math.max(0, Math.ceil((until - now) / 1000)),
    };
  }

  /** Readers let go by themselves when the time is over: there is nothing to tell them. */
  #forget(now: number): void {
    for (const [key, { until, timer }] of this.#held) if (until <= now && timer === undefined) this.#held.delete(key);
  }
}
