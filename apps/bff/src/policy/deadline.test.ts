import { type Request, type Response } from 'express';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { deadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * A request with a limit of nine and a half seconds or the row's own.
 * @returns it and a function that ends its response.
 */
function begin(time?: number): { req: Request; end: (finished: boolean) => void } {
  const limits = { request: 0, answer: 0, ...(time !== undefined && { time }) };
  const req = { matched: { policy: { limits } } } as unknown as Request;
  const res = Object.assign(new EventEmitter(), { writableFinished: false });
  void deadline(9500)(req, res as unknown as Response, () => undefined);
  const end = (finished: boolean) => {
    res.writableFinished = finished;
    res.emit('close');
  };
  return { req, end };
}

describe('deadline', () => {
  it('S41 G27: fires exactly at the limit', () => {
    const { req } = begin();
    vi.advanceTimersByTime(9499);
    expect(req.deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    const reason = req.deadline.signal.reason as Failure;
    expect([reason.kind, reason.details.note]).toEqual(['upstream-timeout', 'no answer within 9500 ms']);
  });

  it('G27: uses the row’s own limit if it has one', () => {
    const { req } = begin(60_000);
    vi.advanceTimersByTime(59_999);
    expect(req.deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect((req.deadline.signal.reason as Failure).details.note).toBe('no answer within 60000 ms');
  });

  it('S42: fires after a clear only when the browser disconnects', () => {
    const { req, end } = begin();
    req.deadline.clear();
    vi.advanceTimersByTime(100_000);
    expect(req.deadline.signal.aborted).toBe(false);
    end(false);
    expect(req.deadline.signal.reason).toBeInstanceOf(ClientGone);
  });

  it('S41: ends with the response', () => {
    const { req, end } = begin();
    end(true);
    vi.advanceTimersByTime(100_000);
    expect(req.deadline.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('G27: keeps the first reason', () => {
    const { req, end } = begin();
    vi.advanceTimersByTime(9500);
    end(false);
    expect(() => {
      req.deadline.signal.throwIfAborted();
    }).toThrow(Failure);
  });
});
