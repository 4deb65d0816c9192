import { Slots } from '@despacho/server/slots';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './database-error.ts';
import { type Asker } from '@despacho/server/fair-turns';

/** How long a request waits for a connection of its office before it is answered with 503. */
export const SHARE_WAIT_MS = 4000;

interface Current {
  asker: Asker;
  /** Writers of the office. Fewer than its connections, so that writers waiting for a lock leave connections to readers. */
  writers: Slots | undefined;
}

const current = new AsyncLocalStorage<Current>();

/** @returns for whom work is being done, if it is a request's. */
export const currentAsker = (): Asker | undefined => current.getStore()?.asker;

/** @returns the turns of writers of the office whose request is being handled, if any. */
export const currentWriters = (): Slots | undefined => current.getStore()?.writers;

/**
 * Records for whom work is done, so that `FairTurns` can divide connections, and limits the writers of each office:
 * those who wait for an office's lock would otherwise hold all its connections.
 */
export class OfficeShares {
  readonly #connections: number;
  readonly #writers = new Map<string, Slots>();

  /** @param connections maximum per office and process. */
  constructor(connections: number) {
    this.#connections = connections;
  }

  /** Runs `work`, and everything it starts, for somebody. */
  run<T>(asker: Asker, work: () => T): T {
    return current.run({ asker, writers: asker.office === undefined ? undefined : this.#of(asker.office) }, work);
  }

  /** Kept for the life of the process: one per office. */
  #of(officeId: string): Slots {
    const known = this.#writers.get(officeId);
    if (known) return known;
    const writers = new Slots({
      count: Math.max(1, Math.floor(this.#connections / 2)),
      waitMs: SHARE_WAIT_MS,
      busy: () => new DatabaseUnavailable('held'),
    });
    this.#writers.set(officeId, writers);
    return writers;
  }
}
