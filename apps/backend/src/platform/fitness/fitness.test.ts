import { type Request, type Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { RETRY_MS } from '../database/server-pool.ts';
import { Fitness } from './fitness.ts';
import { health } from './health.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('is refused when the database was unreachable for longer than a request waits', async () => {
  let reason: 'connection' | 'full' | undefined = 'connection';
  const fitness = new Fitness(() => (reason ? Promise.reject(new DatabaseUnavailable(reason)) : Promise.resolve()));
  const after = async (ms: number): Promise<boolean> => {
    vi.advanceTimersByTime(ms);
    await fitness.check();
    return fitness.isCutOff;
  };
  expect(await after(10_000)).toBe(false);
  expect(await after(RETRY_MS)).toBe(false);
  expect(await after(1000)).toBe(true);
  reason = undefined;
  expect(await after(1000)).toBe(false);
  reason = 'connection';
  expect(await after(1000)).toBe(false);
  // A full disk answers reads.
  reason = 'full';
  expect(await after(2 * RETRY_MS)).toBe(false);
  expect(await after(2 * RETRY_MS)).toBe(false);
});

it('answers a load balancer with the last result while a check takes long', async () => {
  vi.useFakeTimers();
  const checks = [Promise.resolve(), Promise.withResolvers<never>().promise];
  const fitness = new Fitness(() => checks.shift() ?? Promise.reject(new Error('no more')));
  await fitness.check();
  vi.advanceTimersByTime(1000);
  const json = vi.fn();
  const response = { json } as unknown as Response;
  const answered = health({ fitness })({ url: '/health?drain' } as Request, response, () => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  await answered;
  expect(json).toHaveBeenCalledWith({ status: 'ok' });
});
