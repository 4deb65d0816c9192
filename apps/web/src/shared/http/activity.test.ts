import { describe, expect, it, vi } from 'vitest';
import { beginActivity, pendingRequests } from './activity.ts';

describe('activity', () => {
  it('S19: counts concurrent requests and ends each only once', () => {
    const heard = vi.fn();
    const stop = pendingRequests.subscribe(heard);
    const [first, second] = [beginActivity(), beginActivity()];
    expect(pendingRequests.get()).toBe(2);
    first();
    first();
    expect(pendingRequests.get()).toBe(1);
    second();
    expect(pendingRequests.get()).toBe(0);
    expect(heard).toHaveBeenCalledTimes(4);
    stop();
    beginActivity()();
    expect(heard).toHaveBeenCalledTimes(4);
  });
});
