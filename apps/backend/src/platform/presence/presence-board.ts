import { type PresenceActivity, PRESENCE_SECONDS, type PresenceReport } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';

/**
 * Minimum interval between reports to others, who need not see every click. In between, only the newest report is kept.
 */
const MIN_GAP_MS = 500;

type Who = Pick<Dispatcher, 'sub' | 'username' | 'user' | 'officeId'>;

interface Held {
  who: Who;
  doing: PresenceActivity;
  orders: string[];
  /** When the report expires, in milliseconds of the monotonic clock. */
  until: number;
  /** When the others were last notified, and the timer that sends newer reports. */
  sentAt: number;
  timer: NodeJS.Timeout | undefined;
}

interface Follower {
  officeIds: readonly string[];
  /** People are not notified about themselves. */
  sub: string;
  notify: (event: PresenceReport) => void;
}

/**
 * Who is working on which orders right now. Kept in the memory of this process only: reports are valid for seconds.
 * Other processes have only their own people's reports.
 */
export class PresenceBoard {
  readonly #held = new Map<string, Held>();
  readonly #followers = new Set<Follower>();
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Reports what somebody is doing with some orders of an office; an empty list clears it. */
  report(who: Who, doing: PresenceActivity, orders: string[]): void {
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
      sentAt: before?.sentAt ?? -Infinity,
      timer: before?.timer,
    };
    this.#held.set(key, held);
    if (held.timer) return;
    const wait = held.sentAt + MIN_GAP_MS - now;
    if (wait <= 0) this.#spread(key);
    else {
      held.timer = setTimeout(() => this.#spread(key), wait).unref();
    }
  }

  /**
   * Subscribes to the presence of others in some offices, starting with the current reports.
   * @returns a function that unsubscribes.
   */
  follow(officeIds: readonly string[], sub: string, notify: (event: PresenceReport) => void): () => void {
    const follower: Follower = { officeIds, sub, notify };
    const now = this.#now();
    this.#forget(now);
    for (const held of this.#held.values())
      if (held.orders.length > 0 && this.#concerns(follower, held)) notify(this.#eventOf(held, now));
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
    held.sentAt = now;
    const event = this.#eventOf(held, now);
    for (const follower of this.#followers) if (this.#concerns(follower, held)) follower.notify(event);
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

  /** Readers expire reports themselves, so they are not notified. */
  #forget(now: number): void {
    for (const [key, { until, timer }] of this.#held) if (until <= now && timer === undefined) this.#held.delete(key);
  }
}
