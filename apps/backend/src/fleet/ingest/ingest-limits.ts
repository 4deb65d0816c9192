import { type Clock } from '#platform/clock.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';

/** Requests with unknown tokens of one network per minute. A revoked app sends a few; guessing 2^160 tokens is hopeless. */
const UNKNOWN_PER_MINUTE = 30;
/** How often (ms) all tokens may be read for networks above that limit. */
const READ_EVERY_MS = 10_000;

/**
 * Decides in one process of the ingest listener which tokens are looked up. Known ones always are, whatever others
 * behind the same address send.
 */
export class IngestLimits {
  readonly #clock: Clock;
  readonly #readAll: () => Promise<string[]>;
  readonly #unknown = new MinuteCounts(UNKNOWN_PER_MINUTE);
  /** Digests of valid tokens. */
  #known = new Set<string>();
  #reading: { at: number; done: Promise<void> } | undefined;

  /** @param readAll returns the digests of all valid tokens. */
  constructor(clock: Clock, readAll: () => Promise<string[]>) {
    this.#clock = clock;
    this.#readAll = readAll;
  }

  /**
   * Looks a token up, unless it is unknown here and its network has used up its lookups of this minute. Concurrent
   * lookups count before they are answered, and those that find a token do not count.
   * @returns undefined if the token was not looked up.
   */
  async lookUp<T>(
    network: string,
    tokenHash: string,
    work: () => Promise<T | undefined>,
  ): Promise<{ found: T | undefined } | undefined> {
    const isCounted = !this.#known.has(tokenHash) && this.#unknown.take(network, this.#clock());
    if (!isCounted && !this.#known.has(tokenHash)) {
      await this.#readKnown();
      if (!this.#known.has(tokenHash)) return undefined;
    }
    const found = await work();
    if (found === undefined) this.#known.delete(tokenHash);
    else this.#known.add(tokenHash);
    if (isCounted && found !== undefined) this.#unknown.giveBack(network);
    return { found };
  }

  /** Reads the valid tokens, which replaces the remembered ones, unless they were read a moment ago. */
  #readKnown(): Promise<void> {
    const now = this.#clock().getTime();
    if (this.#reading && now - this.#reading.at < READ_EVERY_MS) return this.#reading.done;
    const done = this.#readAll().then((hashes) => {
      this.#known = new Set(hashes);
    });
    this.#reading = { at: now, done };
    return done;
  }
}
