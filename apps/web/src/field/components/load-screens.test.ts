import { expect, it, vi } from 'vitest';
import { loadScreens } from './load-screens.ts';

it('tries again until the screens have arrived', async () => {
  vi.useFakeTimers();
  const screens = {} as Awaited<ReturnType<typeof loadScreens>>;
  const load = vi.fn(() => Promise.resolve(screens)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loading = loadScreens(load);
  await vi.runAllTimersAsync();
  expect(await loading).toBe(screens);
  expect(load).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
