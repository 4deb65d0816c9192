import { type StoredEvent } from './events-repository.ts';

type Read = (officeId: string, position: number, limit: number) => Promise<readonly StoredEvent[]>;

/**
 * Reads the logs of offices for all streams of a process. Readers at the same position of an office who were woken by the same
 * news share one query, whatever other offices each of them follows, so that a thousand of them cost the database what one does.
 */
export class SharedReads {
  readonly #read: Read;
  /** Office id → position and limit → the query under way. */
  readonly #underWay = new Map<string, Map<string, Promise<readonly StoredEvent[]>>>();

  /** @param read queries the database. */
  constructor(read: Read) {
    this.#read = read;
  }

  /** Call when an office's log may have grown: queries under way began before that and are shared no longer. */
  renew(officeId: string): void {
    this.#underWay.delete(officeId);
  }

  /** @returns what happened in an office after a position, in order. Others hold the same array: do not change it. */
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
