import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

const PACE = { settle: 500, gap: 4000 };

describe('coalesce', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('makes one round of a storm', () => {
    const work = vi.fn();
    const { ask } = coalesce(work, PACE);
    for (let event = 0; event < 500; event += 1) ask();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('keeps its distance while requests go on, and forgets none', () => {
    const work = vi.fn();
    const { ask } = coalesce(work, PACE);
    for (let event = 0; event < 100; event += 1) {
      ask();
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(60_000);
    // At 0.5, 4.5 and 8.5 s, and once more for the rest.
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('works no more once it is stopped', () => {
    const work = vi.fn();
    const { ask, stop } = coalesce(work, PACE);
    ask();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(work).not.toHaveBeenCalled();
  });
});
