import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

describe('afterFirstRows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetModules();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('loads once the first rows are shown, and immediately from then on', async () => {
    const { afterFirstRows, reportFirstRows } = await import('./first-rows.ts');
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('map');
    const loading = afterFirstRows(load)();
    await vi.advanceTimersByTimeAsync(9000);
    expect(load).not.toHaveBeenCalled();
    reportFirstRows();
    await expect(loading).resolves.toBe('map');
    await expect(afterFirstRows(load)()).resolves.toBe('map');
  });

  it('loads after ten seconds on a screen without rows', async () => {
    const { afterFirstRows } = await import('./first-rows.ts');
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('map');
    const loading = afterFirstRows(load)();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(loading).resolves.toBe('map');
  });
});
