import { type Request, type Response } from 'express';
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Services } from '../services.ts';
import { accessLog } from './access-log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

interface Asked {
  url?: string;
  finished?: boolean;
  known?: object;
}

/** A request that is answered with 201 after 12.4 ms. */
function logged({ url = '/api/users', finished = true, known = {} }: Asked) {
  const lines: unknown[] = [];
  const counted: unknown[] = [];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const services = {
    log: { info: (line: unknown) => lines.push(line) },
    metrics: { request: (...values: unknown[]) => counted.push(values) },
  } as unknown as Services;
  const req = { requestId: 'id-1', method: 'POST', url } as unknown as Request;
  const res = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished: false });
  let passed = 0;
  void accessLog(services)(req, res as unknown as Response, () => {
    passed += 1;
  });
  const before = [...lines];
  // What the chain finds out, and what rewrites the address for an upstream, comes later.
  Object.assign(req, known, { url: '/elsewhere' });
  Object.assign(res, { statusCode: 201, writableFinished: finished });
  clock.mockReturnValue(1012.4);
  res.emit('close');
  res.emit('close');
  return { before, lines, counted, passed };
}

const PLAIN = { event: 'request', requestId: 'id-1', method: 'POST', path: '/api/users', operation: 'none' };

describe('accessLog', () => {
  it('is one line when the answer is over, counted once', () => {
    const { before, lines, counted, passed } = logged({});
    expect(passed).toBe(1);
    expect(before).toEqual([]);
    expect(lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12 }]);
    expect(counted).toEqual([['none', 201, 12]]);
  });

  it('G11: never holds a query, and no more than two hundred signs of a path', () => {
    expect(logged({ url: '/api/users?clave=x?y' }).lines).toMatchObject([{ path: '/api/users' }]);
    expect(logged({ url: `/${'a'.repeat(300)}` }).lines).toMatchObject([{ path: `/${'a'.repeat(199)}` }]);
    expect(logged({ url: '?clave=x' }).lines).toMatchObject([{ path: '' }]);
  });

  it('G33: names the operation, and the session by the beginning of its key', () => {
    const known = { matched: { id: 'users.list' }, session: { live: { key: 'abcdefghijklmnop' } } };
    const { lines, counted } = logged({ known });
    expect(lines).toEqual([
      { ...PLAIN, operation: 'users.list', status: 201, milliseconds: 12, session: 'abcdefghij' },
    ]);
    expect(counted).toEqual([['users.list', 201, 12]]);
  });

  it('names no session where there is none', () => {
    const { lines } = logged({ known: { session: { live: undefined } } });
    expect(lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12 }]);
  });

  it('tells of an answer that was cut', () => {
    expect(logged({ finished: false }).lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12, cut: true }]);
  });
});
