import { describe, expect, it, vi } from 'vitest';
import { beginActivity, pendingRequests } from './activity.ts';

describe('activity', () => {
  it('S19: counts concurrent requests and ends each only once', () => {
    const listener = vi.fn();
    const stop = pendingRequests.subscribe(listener);
    const [first, second] = [beginActivity(), beginActivity()];
    expect(pendingRequests.get()).toBe(2);
    first();
    first();
    expect(pendingRequests.get()).toBe(1);
    second();
    expect(pendingRequests.get()).toBe(0);
    expect(listener).toHaveBeenCalledTimes(4);
    stop();
    beginActivity()();
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
