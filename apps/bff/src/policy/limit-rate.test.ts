import { type Request, type Response } from 'express';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { limitRate } from './limit-rate.ts';

const SECOND = 1000;

/** A limit of requests per minute, with a clock that the test moves. */
function begin(perMinute: number) {
  const clock = { now: 5_000_000, passed: 0 };
  const limit = limitRate(perMinute, () => clock.now);
  const ask = (key: string | undefined, id = 'users.list', ownRate?: true): Failure | 'passed' | 'waits' => {
    const passed: true[] = [];
    const live = key === undefined ? undefined : { key };
    const req = { session: { live }, matched: { id, policy: { ownRate } } } as unknown as Request;
    try {
      void limit(req, new EventEmitter() as Response, () => {
        passed.push(true);
        clock.passed += 1;
      });
    } catch (error) {
      if (error instanceof Failure && passed.length === 0) return error;
      throw error;
    }
    return passed.length === 1 ? 'passed' : 'waits';
  };
  const passes = (times: number, ...of: Parameters<typeof ask>): number =>
    Array.from({ length: times }, () => ask(...of)).filter((one) => one === 'passed').length;
  return { clock, ask, passes };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('limitRate', () => {
  it('allows a minute’s worth of requests per session, then refuses with Retry-After', () => {
    const { ask, passes } = begin(30);
    expect(passes(30, 'a')).toBe(30);
    const refused = ask('a') as Failure;
    expect(refused.kind).toBe('too-many-requests');
    expect(refused.details).toEqual({ retryAfterSeconds: 2, log: { limit: 'session' } });
  });

  it('delays requests that wait at most a second, in their order', async () => {
    const { clock, ask, passes } = begin(1200);
    expect(passes(1200, 'a')).toBe(1200);
    for (let each = 0; each < 20; each += 1) expect(ask('a')).toBe('waits');
    expect(ask('a')).toBeInstanceOf(Failure);
    await vi.advanceTimersByTimeAsync(SECOND / 2);
    expect(clock.passed).toBe(1210);
    await vi.advanceTimersByTimeAsync(SECOND / 2);
    expect(clock.passed).toBe(1220);
  });

  it('refills steadily and never above a minute’s worth', () => {
    const { clock, passes } = begin(30);
    passes(30, 'a');
    clock.now += 0.9 * SECOND;
    expect(passes(1, 'a')).toBe(0);
    clock.now += 3.3 * SECOND;
    expect(passes(9, 'a')).toBe(2);
    clock.now += 600 * SECOND;
    expect(passes(99, 'a')).toBe(30);
  });

  it('does not extend the wait for refused requests', () => {
    const { clock, passes } = begin(30);
    passes(30, 'a');
    expect(passes(500, 'a')).toBe(0);
    clock.now += 2 * SECOND;
    expect(passes(5, 'a')).toBe(1);
  });

  it('counts each session separately, and rows with their own rate by row', () => {
    const { passes } = begin(3);
    expect(passes(9, 'a')).toBe(3);
    expect(passes(9, 'b')).toBe(3);
    expect(passes(9, 'a', 'tiles.read', true)).toBe(3);
    expect(passes(9, 'a', 'exports.read', true)).toBe(3);
    expect(passes(9, 'a', 'clients.list')).toBe(0);
  });

  it('counts nothing without a session, or if it is turned off', () => {
    expect(begin(2).passes(9, undefined)).toBe(9);
    expect(begin(0).passes(9, 'a')).toBe(9);
  });

  it('remembers fifty thousand sessions and forgets the least recently seen', () => {
    const { passes } = begin(1);
    passes(1, 'first');
    passes(1, 'second');
    for (let other = 0; other < 49_998; other += 1) passes(1, `other ${other}`);
    // Seen again and refused, so it is now the most recent.
    expect(passes(1, 'first')).toBe(0);
    passes(1, 'one more');
    expect(passes(1, 'first')).toBe(0);
    expect(passes(1, 'second')).toBe(1);
  });
});
