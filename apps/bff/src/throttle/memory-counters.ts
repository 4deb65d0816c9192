import { type Counter, type Counters, type Full, SLOTS } from './counters.ts';

/** Synchronous counters in this process. */
interface CountersAtHand {
  take: (counters: readonly Counter[]) => Full | undefined;
  /** Returns the refusal that `take` would return, without taking anything. */
  full: (counters: readonly Counter[]) => Full | undefined;
  giveBack: (counters: readonly Counter[]) => void;
  release: (total: Counter, parts: readonly Counter[]) => void;
}

/** Buckets in this process: 2 MB per table, for any number of clients and requests. */
export function createCountersAtHand(now: () => number): CountersAtHand {
  const tables = new Map<string, Float64Array>();
  const tableOf = (name: string): Float64Array => {
    const table = tables.get(name) ?? new Float64Array(SLOTS);
    tables.set(name, table);
    return table;
  };
  /** When the bucket is full again. Never later than for an empty bucket, so that a clock set back locks nobody out. */
  const wholeAt = ({ table, slot, limit }: Counter, at: number): number =>
    Math.min(Math.max(tableOf(table)[slot] ?? 0, at), at + limit.burst * limit.everyMs);
  const fullAt = (counters: readonly Counter[], at: number): Full | undefined => {
    let full: Full | undefined;
    for (const counter of counters) {
      const { burst, everyMs } = counter.limit;
      const waitMs = wholeAt(counter, at) + everyMs - burst * everyMs - at;
      if (waitMs > (full?.waitMs ?? 0)) full = { waitMs, table: counter.table };
    }
    return full;
  };
  return {
    full: (counters) => fullAt(counters, now()),
    take(counters) {
      const at = now();
      const full = fullAt(counters, at);
      if (full) return full;
      for (const counter of counters)
        tableOf(counter.table)[counter.slot] = wholeAt(counter, at) + counter.limit.everyMs;
      return undefined;
    },
    giveBack(counters) {
      const at = now();
      for (const counter of counters)
        tableOf(counter.table)[counter.slot] = wholeAt(counter, at) - counter.limit.everyMs;
    },
    release(total, parts) {
      const at = now();
      let held = 0;
      for (const part of parts) {
        held += wholeAt(part, at) - at;
        tableOf(part.table)[part.slot] = 0;
      }
      tableOf(total.table)[total.slot] = wholeAt(total, at) - held;
    },
  };
}

/** The same, behind the asynchronous interface. */
export function createMemoryCounters(now: () => number): Counters {
  const atHand = createCountersAtHand(now);
  return {
    take: (counters) => Promise.resolve(atHand.take(counters)),
    giveBack(counters) {
      atHand.giveBack(counters);
      return Promise.resolve();
    },
    release(total, parts) {
      atHand.release(total, parts);
      return Promise.resolve();
    },
  };
}
