import { type StoredEvent } from './events-repository.ts';

type Read = (officeId: string, position: number, limit: number) => Promise<readonly StoredEvent[]>;

/**
 * Reads the offices' logs for all streams of a process. Readers of an office that were woken at the same position share
 * one query, regardless of the other offices they follow, so that a thousand readers cost the database as much as one.
 */
export class SharedReads {
  readonly #read: Read;
  /** Office id → position and limit → the pending query. */
  readonly #underWay = new Map<string, Map<string, Promise<readonly StoredEvent[]>>>();

  /** @param read queries the database. */
  constructor(read: Read) {
    this.#read = read;
  }

  /** Call when an office's log may have grown: queries that began before are no longer shared. */
  renew(officeId: string): void {
    this.#underWay.delete(officeId);
  }

  /** @returns the events of an office after a position, in order. The array is shared: do not modify it. */
  after(officeId: string, position: number, limit: number): Promise<readonly StoredEvent[]> {
    const ofOffice = this.#underWay.get(officeId) ?? new Map<string, Promise<readonly StoredEvent[]>>();
    this.#underWay.set(officeId, ofOffice);
    const place = `${position} ${limit}`;
    const before = ofOffice.get(place);
    if (before) return before;
    const reading = this.#read(officeId, position, limit).finally(() => {
      ofOffice.delete(place);
      if (ofOffice.size === 0 && this.#underWay.get(officeId) === ofOffice) this.#underWay.delete(officeId);
    });
    ofOffice.set(place, reading);
    return reading;
  }
}
