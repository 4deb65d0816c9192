import { type Request, type Response } from 'express';
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Services } from '#services.ts';
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
  // The chain sets these later, and rewrites the URL for an upstream.
  Object.assign(req, known, { url: '/elsewhere' });
  Object.assign(res, { statusCode: 201, writableFinished: finished });
  clock.mockReturnValue(1012.4);
  res.emit('close');
  res.emit('close');
  return { before, lines, counted, passed };
}

const PLAIN = { event: 'request', requestId: 'id-1', method: 'POST', path: '/api/users', operation: 'none' };

describe('accessLog', () => {
  it('writes one line when the response ends, and counts it once', () => {
    const { before, lines, counted, passed } = logged({});
    expect(passed).toBe(1);
    expect(before).toEqual([]);
    expect(lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12 }]);
    expect(counted).toEqual([['none', 201, 12]]);
  });

  it('G11: never contains a query, and at most two hundred characters of a path', () => {
    expect(logged({ url: '/api/users?clave=x?y' }).lines).toMatchObject([{ path: '/api/users' }]);
    expect(logged({ url: `/${'a'.repeat(300)}` }).lines).toMatchObject([{ path: `/${'a'.repeat(199)}` }]);
    expect(logged({ url: '?clave=x' }).lines).toMatchObject([{ path: '' }]);
  });

  it('G33: contains the operation, and the session as the start of its key', () => {
    const known = { matched: { id: 'users.list' }, session: { live: { key: 'abcdefghijklmnop' } } };
    const { lines, counted } = logged({ known });
    expect(lines).toEqual([
      { ...PLAIN, operation: 'users.list', status: 201, milliseconds: 12, session: 'abcdefghij' },
    ]);
    expect(counted).toEqual([['users.list', 201, 12]]);
  });

  it('contains no session without one', () => {
    const { lines } = logged({ known: { session: { live: undefined } } });
    expect(lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12 }]);
  });

  it('reports a truncated response', () => {
    expect(logged({ finished: false }).lines).toEqual([{ ...PLAIN, status: 201, milliseconds: 12, cut: true }]);
  });
});
