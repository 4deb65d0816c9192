import { type Clock } from '../clock.ts';

const MINUTE_MS = 60_000;
/** Requests with unknown tokens of one network per minute. A revoked app sends a few; guessing 2^160 tokens is hopeless. */
const UNKNOWN_PER_MINUTE = 30;
/** Fixes of one token per minute: a day without signal is sent within minutes. */
const FIXES_PER_MINUTE = 1200;
/** Keys in memory. At this number all counts are reset. */
const MAX_KEYS = 50_000;

/** Counts by key within the current minute. */
class MinuteCounts {
  readonly #counts = new Map<string, number>();
  #minute = -1;

  of(key: string, minute: number): number {
    if (minute !== this.#minute || this.#counts.size > MAX_KEYS) this.#counts.clear();
    this.#minute = minute;
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, minute: number, count: number): void {
    this.#counts.set(key, this.of(key, minute) + count);
  }
}

/** What one process of the ingest listener accepts per minute. Nothing is stored. */
export class IngestLimits {
  readonly #clock: Clock;
  readonly #unknown = new MinuteCounts();
  readonly #fixes = new MinuteCounts();
  /** Digests of tokens that were accepted: other couriers behind the same address must not be throttled. */
  readonly #accepted = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get #minute(): number {
    return Math.floor(this.#clock().getTime() / MINUTE_MS);
  }

  /** @returns whether a request may be looked up. */
  admits(network: string, tokenHash: string, fixes: number): boolean {
    const minute = this.#minute;
    if (!this.#accepted.has(tokenHash) && this.#unknown.of(network, minute) >= UNKNOWN_PER_MINUTE) return false;
    if (this.#fixes.of(tokenHash, minute) + fixes > FIXES_PER_MINUTE) return false;
    this.#fixes.add(tokenHash, minute, fixes);
    return true;
  }

  recordKnown(tokenHash: string): void {
    if (this.#accepted.size >= MAX_KEYS) this.#accepted.clear();
    this.#accepted.add(tokenHash);
  }

  recordUnknown(network: string, tokenHash: string): void {
    this.#accepted.delete(tokenHash);
    this.#unknown.add(network, this.#minute, 1);
  }
}
