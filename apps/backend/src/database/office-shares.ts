import { AsyncLocalStorage } from 'node:async_hooks';
import { Slots } from './slots.ts';

/** How long a request waits for a connection of its office before it is answered 503. */
const WAIT_MS = 4000;

/** What one office may use at a time. */
export interface OfficeShare {
  connections: Slots;
  /** Fewer than connections: those who wait for a lock leave some to those who only read. */
  writers: Slots;
}

const current = new AsyncLocalStorage<OfficeShare>();

/** @returns the share of the office whose request is being handled; undefined outside of one. */
export const currentShare = (): OfficeShare | undefined => current.getStore();

/**
 * Bounds what one office uses of the database, so that the others always find a connection: an office whose writers
 * wait for a lock would otherwise hold them all.
 */
export class OfficeShares {
  readonly #connections: number;
  readonly #shares = new Map<string, OfficeShare>();

  /** @param connections most connections of an office at a time, per process. */
  constructor(connections: number) {
    this.#connections = connections;
  }

  /** Runs `work`, and everything it begins, within the share of an office. */
  run<T>(officeId: string, work: () => T): T {
    return current.run(this.#of(officeId), work);
  }

  /** Kept for the life of the process: there are as many as offices. */
  #of(officeId: string): OfficeShare {
    const known = this.#shares.get(officeId);
    if (known) return known;
    const share = {
      connections: new Slots(this.#connections, WAIT_MS),
      writers: new Slots(Math.max(1, Math.floor(this.#connections / 2)), WAIT_MS),
    };
    this.#shares.set(officeId, share);
    return share;
  }
}
