import { describe, expect, it, vi } from 'vitest';
import { singleFlight } from './single-flight.ts';

describe('singleFlight', () => {
  it('S5: shares one run among concurrent callers', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = vi.fn<(given: number) => Promise<string>>(() => promise);
    const run = singleFlight(work);
    const both = [run(1), run(2)];
    resolve('done');
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(work.mock.calls).toEqual([[1]]);
  });

  it('runs again after success or failure, and rejects for every caller', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('done');
    const run = singleFlight(work);
    const both = await Promise.allSettled([run(), run()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(run()).resolves.toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
  });
});
