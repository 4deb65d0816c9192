import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSeconds } from './use-seconds.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('shares one timer between components, and stops it with the last one', () => {
  const timers = vi.getTimerCount();
  const [one, other] = [renderHook(() => useSeconds(true)), renderHook(() => useSeconds(true))];
  renderHook(() => useSeconds(false));
  expect(vi.getTimerCount() - timers).toBe(1);
  act(() => void vi.advanceTimersByTime(1000));
  expect([one, other].map(({ result }) => result.current.getTime())).toEqual([1000, 1000]);
  one.unmount();
  act(() => void vi.advanceTimersByTime(1000));
  expect([one, other].map(({ result }) => result.current.getTime())).toEqual([1000, 2000]);
  other.unmount();
  expect(vi.getTimerCount()).toBe(timers);
});

it('shows the time from the moment it runs, not the one at which it stopped', () => {
  const { result, rerender } = renderHook(({ isRunning }) => useSeconds(isRunning), {
    initialProps: { isRunning: false },
  });
  vi.setSystemTime(24_000);
  rerender({ isRunning: true });
  expect(result.current.getTime()).toBe(24_000);
});
