import { describe, expect, it } from 'vitest';
import { type Counter, SLOTS } from './counters.ts';
import { createCountersAtHand, createMemoryCounters } from './memory-counters.ts';

const limit = { burst: 3, everyMs: 1000 };
const counter = (slot: number, table = 'account'): Counter => ({ table, slot, limit });

function countersAt(start: number) {
  const clock = { now: start };
  return { clock, ...createCountersAtHand(() => clock.now) };
}

const used = (times: number, take: () => unknown): unknown[] => Array.from({ length: times }, () => take());

describe('buckets in memory', () => {
  it('G19: allow a burst, then one per interval, and refill completely', () => {
    const { take, clock } = countersAt(1_000_000);
    const one = () => take([counter(1)]);
    expect(used(4, one)).toEqual([undefined, undefined, undefined, { waitMs: 1000, table: 'account' }]);
    clock.now += 999;
    expect(one()).toEqual({ waitMs: 1, table: 'account' });
    clock.now += 1;
    expect(used(2, one)).toEqual([undefined, { waitMs: 1000, table: 'account' }]);
    clock.now += 3000;
    expect(used(4, one).map((full) => full === undefined)).toEqual([true, true, true, false]);
  });

  it('take from all counters or from none, and report the longest wait', () => {
    const { take } = countersAt(1_000_000);
    const slow = { table: 'address', slot: 9, limit: { burst: 1, everyMs: 60_000 } };
    expect(take([counter(1), slow])).toBeUndefined();
    expect(take([counter(1), slow])).toEqual({ waitMs: 60_000, table: 'address' });
    expect(used(3, () => take([counter(1)])).map((full) => full === undefined)).toEqual([true, true, false]);
  });

  it('G19: accept returned counts, up to what was taken', () => {
    const { take, giveBack } = countersAt(1_000_000);
    used(3, () => take([counter(1)]));
    giveBack([counter(1)]);
    expect(used(2, () => take([counter(1)])).map((full) => full === undefined)).toEqual([true, false]);
    for (let turn = 0; turn < 10; turn += 1) giveBack([counter(1)]);
    expect(used(4, () => take([counter(1)])).map((full) => full === undefined)).toEqual([true, true, true, false]);
  });

  it('G19: release what the named parts hold of a total, and nothing else', () => {
    const { take, release, clock } = countersAt(1_000_000);
    const [total, mine, other] = [counter(1), counter(2, 'part'), counter(3, 'part')];
    take([total, mine]);
    clock.now += 500;
    take([total, mine]);
    take([total, other]);
    // The same part twice, as for a name that is typed as the host spells it.
    release(total, [mine, mine]);
    expect(used(3, () => take([total])).map((full) => full === undefined)).toEqual([true, true, false]);
    expect(used(4, () => take([mine])).map((full) => full === undefined)).toEqual([true, true, true, false]);
  });

  it('G19: keep a counter under attack through a flood of other names', () => {
    const { take } = countersAt(1_000_000);
    used(3, () => take([counter(77)]));
    for (let slot = 0; slot < SLOTS; slot += 1) if (slot !== 77) take([counter(slot)]);
    expect(take([counter(77)])).toEqual({ waitMs: 1000, table: 'account' });
    expect(take([counter(78)])).toBeUndefined();
    expect(take([counter(77, 'address')])).toBeUndefined();
  });

  it('G19: never wait longer than an empty bucket after the clock is set back', () => {
    const { take, clock } = countersAt(10_000_000);
    used(3, () => take([counter(1)]));
    clock.now -= 9_000_000;
    expect(take([counter(1)])?.waitMs).toBeLessThanOrEqual(1000);
  });

  it('G19: allow no more than the burst to concurrent calls', async () => {
    const counters = createMemoryCounters(() => 1_000_000);
    const all = await Promise.all(Array.from({ length: 20 }, () => counters.take([counter(1)])));
    expect(all.filter((full) => full === undefined)).toHaveLength(3);
  });
});
