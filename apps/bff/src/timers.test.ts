import { describe, expect, it } from 'vitest';
import { wait } from './timers.ts';

describe('wait', () => {
  it('ends as soon as its signal fires, and never rejects', async () => {
    const gone = new AbortController();
    const over = wait(3_600_000, gone.signal);
    gone.abort();
    await expect(over).resolves.toBeUndefined();
    await expect(wait(3_600_000, AbortSignal.abort())).resolves.toBeUndefined();
  });
});
