import { Slots } from '@despacho/server/slots';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './database-error.ts';

/** How long a request waits for a connection of its office before it is answered with 503. */
export const SHARE_WAIT_MS = 4000;

/** The database resources one office may use concurrently. */
interface OfficeShare {
  connections: Slots;
  /** Fewer than connections, so that writers waiting for a lock leave connections to readers. */
  writers: Slots;
}

const current = new AsyncLocalStorage<OfficeShare>();

/** @returns the share of the office whose request is being handled, if any. */
export const currentShare = (): OfficeShare | undefined => current.getStore();

/**
 * Limits the database connections of each office, so that others always get one: writers waiting for an office's lock
 * would otherwise hold them all.
 */
export class OfficeShares {
  readonly #connections: number;
  readonly #shares = new Map<string, OfficeShare>();

  /** @param connections maximum per office and process. */
  constructor(connections: number) {
    this.#connections = connections;
  }

  /** Runs `work`, and everything it starts, within an office's share. */
  run<T>(officeId: string, work: () => T): T {
    return current.run(this.#of(officeId), work);
  }

  /** Kept for the life of the process: one per office. */
  #of(officeId: string): OfficeShare {
    const known = this.#shares.get(officeId);
    if (known) return known;
    const slots = (count: number) =>
      new Slots({ count, waitMs: SHARE_WAIT_MS, busy: () => new DatabaseUnavailable('busy') });
    const share = {
      connections: slots(this.#connections),
      writers: slots(Math.max(1, Math.floor(this.#connections / 2))),
    };
    this.#shares.set(officeId, share);
    return share;
  }
}
