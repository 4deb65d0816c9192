import { AsyncLocalStorage } from 'node:async_hooks';
import { type AttentionMoved } from '@despacho/contracts/dispatch';
import { type Logger } from 'pino';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { isDue, sweepOffice } from './sweep-office.ts';
import { type WatchedOffice, watchedOffices } from './watched-offices.ts';

const POLL_MS = 2000;
/** Offices searched concurrently, so that a slow one does not delay the others. */
const AT_ONCE = 3;

interface Follower {
  officeIds: readonly string[];
  /** The revision last sent of each office. */
  sent: Map<string, number>;
  /** Sends a message; false if the client reads too slowly, and it is sent later. */
  send: (message: string) => boolean;
}

/**
 * Keeps «Por atender» of the offices with open pages, and reports changes to the streams of this process. One query
 * every two seconds finds the offices that have to be searched; processes share the searches, and all viewers of an
 * office one result. Other offices cost nothing.
 */
export class AttentionBoard {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #dayTurnsAt: string;
  /** Whether the database can be written. */
  readonly #isWritable: () => boolean;
  readonly #followers = new Set<Follower>();
  /** Duration of the last search of each office, in milliseconds. */
  readonly #took = new Map<string, number>();
  /** Searches in progress. */
  readonly #sweeps = new Map<string, Promise<number | undefined>>();
  /** Searches concern all offices, so they must not count against the connections of the one whose request starts them. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #polling = false;
  #closed = false;

  constructor(
    { db, clock, logger }: { db: Database; clock: Clock; logger: Logger },
    dayTurnsAt: string,
    isWritable: () => boolean,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#logger = logger;
    this.#dayTurnsAt = dayTurnsAt;
    this.#isWritable = isWritable;
  }

  /**
   * Subscribes a stream to the lists of some offices, beginning with their current revisions.
   * @returns a function that unsubscribes.
   */
  follow(officeIds: readonly string[], send: Follower['send']): () => void {
    const follower: Follower = { officeIds, sent: new Map(), send };
    this.#followers.add(follower);
    this.#timer ??= this.#schedule(0);
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Searches an office if that is due, before its list is read. @returns the revision of its list. */
  async refresh(officeId: string): Promise<number> {
    const [office] = await watchedOffices(this.#db, [officeId], this.#dayTurnsAt);
    if (!office) return 0;
    return this.#refresh(office);
  }

  /** Call after a person changed a line. A poll that is running follows in two seconds. */
  nudge(): void {
    if (this.#timer === undefined || this.#polling) return;
    clearTimeout(this.#timer);
    this.#timer = this.#schedule(0);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#followers.clear();
  }

  #schedule(milliseconds = POLL_MS): NodeJS.Timeout {
    return setTimeout(() => {
      this.#outside(() => void this.#poll());
    }, milliseconds).unref();
  }

  async #refresh(office: WatchedOffice): Promise<number> {
    const { officeId, swept } = office;
    const known = swept?.revision ?? 0;
    if (!this.#isWritable() || !isDue(office, this.#clock(), this.#took.get(officeId))) return known;
    const underWay = this.#sweeps.get(officeId) ?? this.#sweep(office);
    return (await underWay) ?? known;
  }

  #sweep(office: WatchedOffice): Promise<number | undefined> {
    const { officeId } = office;
    const began = performance.now();
    const sweep = sweepOffice(this.#db, office, this.#clock()).finally(() => {
      this.#took.set(officeId, performance.now() - began);
      this.#sweeps.delete(officeId);
    });
    this.#sweeps.set(officeId, sweep);
    return sweep;
  }

  #warn(error: unknown): void {
    if (!this.#closed) this.#logger.warn({ err: error }, 'looking for what needs attention failed');
  }

  /** One office that cannot be searched delays no other. */
  async #pollEach(offices: Iterable<WatchedOffice>): Promise<void> {
    for (const office of offices) {
      try {
        const revision = await this.#refresh(office);
        for (const follower of this.#followers) report(follower, office.officeId, revision);
      } catch (error) {
        this.#warn(error);
      }
    }
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    try {
      const followed = [...new Set([...this.#followers].flatMap(({ officeIds }) => officeIds))];
      const offices = await watchedOffices(this.#db, followed, this.#dayTurnsAt);
      const next = offices.values();
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#pollEach(next)));
    } catch (error) {
      this.#warn(error);
    }
    this.#polling = false;
    if (this.#followers.size === 0) this.#took.clear();
    this.#timer = this.#followers.size > 0 && !this.#closed ? this.#schedule() : undefined;
  }
}

function report(follower: Follower, officeId: string, revision: number): void {
  if (!follower.officeIds.includes(officeId) || follower.sent.get(officeId) === revision) return;
  const message: AttentionMoved = { type: 'attention.moved', officeId, revision };
  if (follower.send(JSON.stringify(message))) follower.sent.set(officeId, revision);
}
