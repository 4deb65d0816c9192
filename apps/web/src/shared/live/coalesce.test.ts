import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

const PACE = { settle: 500, gap: 4000 };

describe('coalesce', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('merges a burst into one round', async () => {
    const work = vi.fn();
    const { ask } = coalesce(work, PACE);
    for (let event = 0; event < 500; event += 1) ask();
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('keeps its gap while requests continue, and drops none', async () => {
    const work = vi.fn();
    const { ask } = coalesce(work, PACE);
    for (let event = 0; event < 100; event += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    // At 0.5, 4.5 and 8.5 s, and once more for the rest.
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('waits for a slow round, then runs one for requests made meanwhile', async () => {
    const done: (() => void)[] = [];
    const work = vi.fn(() => new Promise<void>((resolve) => done.push(resolve)));
    const { ask } = coalesce(work, PACE);
    ask();
    await vi.advanceTimersByTimeAsync(500);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(1);
    done[0]?.();
    await vi.advanceTimersByTimeAsync(4000);
    expect(work).toHaveBeenCalledTimes(2);
    done[1]?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does nothing after it is stopped', async () => {
    const work = vi.fn();
    const { ask, stop } = coalesce(work, PACE);
    ask();
    stop();
    ask();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).not.toHaveBeenCalled();
  });
});
