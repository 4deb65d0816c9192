import { describe, expect, it, vi } from 'vitest';
import { fetchUntilLoaded } from './use-lazy-module.ts';

vi.mock('#shared/http/outdated-page.ts', () => ({ checkRelease: () => Promise.resolve() }));

const lost = new Error('Failed to fetch dynamically imported module');

describe('fetchUntilLoaded', () => {
  it('retries until the module loads, with a longer wait after each failure', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    load.mockResolvedValue('outlines');
    const wait = vi.fn(() => Promise.resolve());
    const { signal } = new AbortController();
    await expect(fetchUntilLoaded(load, signal, wait)).resolves.toBe('outlines');
    expect(load).toHaveBeenCalledTimes(3);
    expect(wait.mock.calls).toEqual([
      [1, signal],
      [2, signal],
    ]);
  });

  it('stops when the screen unmounts', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
    const end = new AbortController();
    const wait = vi.fn(() => {
      if (load.mock.calls.length === 2) end.abort();
      return Promise.resolve();
    });
    await expect(fetchUntilLoaded(load, end.signal, wait)).resolves.toBeUndefined();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('returns nothing to a screen that unmounted while loading', async () => {
    const end = new AbortController();
    const load = (): Promise<string> => {
      end.abort();
      return Promise.resolve('outlines');
    };
    await expect(fetchUntilLoaded(load, end.signal)).resolves.toBeUndefined();
  });
});
