import { describe, expect, it, vi } from 'vitest';
import { mayRetry, pause, pauseBefore, RETRIES } from './retry.ts';

describe('mayRetry', () => {
  it('S41: retries twice', () => {
    expect(RETRIES).toBe(2);
  });

  it.each(['network', 'timeout'] as const)('S41: retries a read after %s', (reason) => {
    expect(mayRetry('GET', { reason, status: 0 })).toBe(true);
  });

  it('S41: retries a read only for 502, 503 and 504', () => {
    const repeated = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
      mayRetry('get', { reason: 'refused', status }),
    );
    expect(repeated).toEqual([502, 503, 504]);
  });

  it('does not retry a read whose response breaks the contract', () => {
    expect(mayRetry('GET', { reason: 'broken', status: 200 })).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'PURGE'])('S41: never retries a write (%s)', (method) => {
    for (const reason of ['network', 'timeout', 'refused', 'broken'] as const)
      for (const status of [0, 502, 503, 504]) expect(mayRetry(method, { reason, status })).toBe(false);
  });
});

describe('pauseBefore', () => {
  it('waits longer the second time, and at most a quarter more than planned', () => {
    expect([1, 2].map((repeat) => pauseBefore(repeat, () => 0))).toEqual([300, 900]);
    expect([1, 2].map((repeat) => pauseBefore(repeat, () => 1))).toEqual([375, 1125]);
  });
});

describe('pause', () => {
  it('resolves after its time', async () => {
    vi.useFakeTimers();
    const done = vi.fn();
    const waiting = pause(100).then(done);
    await vi.advanceTimersByTimeAsync(99);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(done).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('rejects immediately when aborted, before or meanwhile', async () => {
    const abort = new AbortController();
    const waiting = pause(60_000, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(pause(60_000, abort.signal)).rejects.toThrow('enough');
  });
});
