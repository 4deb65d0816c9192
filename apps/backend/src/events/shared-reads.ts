import { type Positions, type StoredEvent } from './events-repository.ts';

type Read = (positions: Positions, limit: number) => Promise<readonly StoredEvent[]>;

/**
 * Reads the logs of offices for all streams of a process. Readers who stand at the same place and were woken by the same
 * news get the answer of one query, so that a thousand of them cost the database what one does.
 */
export class SharedReads {
  readonly #read: Read;
  readonly #underWay = new Map<string, Promise<readonly StoredEvent[]>>();

  /** @param read asks the database. */
  constructor(read: Read) {
    this.#read = read;
  }

  /** Call when a log may have grown: what is being read began before that, and is not for those who ask from now on. */
  renew(): void {
    this.#underWay.clear();
  }

  /** @returns what happened after these positions, per office in order, for reading alone: others hold it as well. */
  after(positions: Positions, limit: number): Promise<readonly StoredEvent[]> {
    const place = JSON.stringify([limit, [...positions].sort()]);
    const before = this.#underWay.get(place);
    if (before) return before;
    const reading = this.#read(positions, limit).finally(() => {
      if (this.#underWay.get(place) === reading) this.#underWay.delete(place);
    });
    this.#underWay.set(place, reading);
    return reading;
  }
}
