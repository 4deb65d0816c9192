import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkFailure } from './chunk-failure.ts';
import { chunk } from './chunk.ts';

vi.mock('#shared/http/outdated-page.ts', () => ({ checkRelease: () => Promise.resolve() }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('chunk', () => {
  it('throws after three tries', async () => {
    const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const work = chunk(load)();
    work.catch(() => undefined);
    await vi.runAllTimersAsync();
    await expect(work).rejects.toBeInstanceOf(ChunkFailure);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('returns the part once it loads', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('no')).mockResolvedValue('part');
    const work = chunk(load)();
    await vi.runAllTimersAsync();
    await expect(work).resolves.toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
  });
});
