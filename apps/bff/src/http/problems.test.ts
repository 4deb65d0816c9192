import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { problems } from './problems.ts';

const LIVE = { key: 'k'.repeat(43), record: {} };

/** The result of an error: the response, the log lines and the counts. */
function mapped(error: unknown, { headersSent = false, known = {} }: { headersSent?: boolean; known?: object } = {}) {
  const logged: unknown[] = [];
  const recorded: unknown[] = [];
  const counted: unknown[] = [];
  const sent = { headers: {} as Record<string, string>, status: 0, type: '', body: undefined as unknown };
  const at =
    (level: string) =>
    (...line: unknown[]) =>
      logged.push([level, ...line]);
  const services = {
    log: { debug: at('debug'), warn: at('warn'), error: at('error') },
    metrics: { problem: (kind: unknown) => counted.push(kind) },
    security: {
      log: (name: string, fields: unknown) => recorded.push([name, fields]),
      whoIn: (live: unknown) => (live === LIVE ? { session: 'kkkk' } : {}),
    },
  } as unknown as Services;
  const req = { requestId: 'id-1', ip: '203.0.113.7', socket: {}, ...known } as unknown as Request;
  let destroyed = false;
  const res = {
    headersSent,
    destroy: () => {
      destroyed = true;
    },
    setHeader: (name: string, value: string) => {
      sent.headers[name] = value;
    },
    status(status: number) {
      sent.status = status;
      return res;
    },
    type(type: string) {
      sent.type = type;
      return res;
    },
    send: (text: string) => {
      sent.body = JSON.parse(text);
    },
  };
  void problems(services)(error, req, res as unknown as Response, () => undefined);
  return { logged, recorded, counted, sent, destroyed };
}

const NO_STORE = { 'Cache-Control': 'no-store' };

describe('problems', () => {
  it('G32: is a problem document with only the request’s id and the given fields', () => {
    const { sent, counted, destroyed } = mapped(new Failure('not-found', { note: 'inside' }));
    expect(sent).toEqual({
      headers: NO_STORE,
      status: 404,
      type: 'application/problem+json',
      body: {
        type: 'urn:despacho:problem:not-found',
        title: expect.any(String) as string,
        status: 404,
        requestId: 'id-1',
      },
    });
    expect(counted).toEqual(['not-found']);
    expect(destroyed).toBe(false);
  });

  it('G32: contains the fields of a failure that are meant for the user', () => {
    const errors = [{ field: 'body.name', message: 'Falta' }];
    const details = {
      detail: 'Frase',
      errors,
      moreErrors: 4,
      retryAfterSeconds: 7,
      forwarded: true,
      note: 'n',
      log: { a: 1 },
    } as const;
    const { sent } = mapped(new Failure('too-many-requests', details));
    expect(sent.body).toEqual({
      type: 'urn:despacho:problem:too-many-requests',
      title: expect.any(String) as string,
      status: 429,
      requestId: 'id-1',
      detail: 'Frase',
      errors,
      moreErrors: 4,
      retryAfterSeconds: 7,
      forwarded: true,
    });
    expect(sent.headers).toEqual({ ...NO_STORE, 'Retry-After': '7' });
  });

  it('includes Retry-After even for zero seconds, and lists the methods of a path', () => {
    expect(mapped(new Failure('unavailable', { retryAfterSeconds: 0, detail: '' })).sent).toMatchObject({
      headers: { 'Retry-After': '0' },
      body: { retryAfterSeconds: 0, detail: '' },
    });
    const { headers } = mapped(new Failure('method-not-allowed', { allow: ['GET', 'POST'] })).sent;
    expect(headers).toEqual({ ...NO_STORE, Allow: 'GET, POST' });
  });

  it('G33: logs a refusal that is a security event once, as that event, with its address', () => {
    const known = { matched: { id: 'users.list' }, session: { live: LIVE } };
    const failure = new Failure('too-many-requests', { note: 'why', log: { limit: 'session' } });
    const { recorded, logged } = mapped(failure, { known });
    expect(recorded).toEqual([
      [
        'rate.limited',
        {
          requestId: 'id-1',
          operation: 'users.list',
          kind: 'too-many-requests',
          note: 'why',
          session: 'kkkk',
          ip: '203.0.113.7',
          limit: 'session',
        },
      ],
    ]);
    expect(logged).toEqual([]);
  });

  it('G32: logs another refusal as a warning, and an internal or upstream fault as an error', () => {
    const fields = { requestId: 'id-1', operation: 'none', note: undefined };
    expect(mapped(new Failure('not-found')).logged).toEqual([
      ['warn', { event: 'refused', ...fields, kind: 'not-found' }, 'not-found'],
    ]);
    const failed = mapped(new Failure('upstream-failed'), { known: { session: {} } });
    expect(failed.logged).toEqual([
      ['error', { event: 'failed', ...fields, kind: 'upstream-failed' }, 'upstream-failed'],
    ]);
    expect([failed.recorded, failed.sent.status]).toEqual([[], 500]);
  });

  it('G32: logs an unexpected error in full and sends the browser no details', () => {
    const error = new TypeError('db-7.interno');
    const { logged, sent, counted } = mapped(error);
    expect(logged).toMatchObject([['error', { event: 'failed', kind: 'internal', err: error }, 'internal']]);
    expect([sent.status, counted]).toEqual([500, ['internal']]);
    expect(JSON.stringify(sent)).not.toContain('interno');
  });

  it('cuts a response that has begun, because an error in it would look like content', () => {
    const { sent, destroyed, logged } = mapped(new Failure('upstream-failed'), { headersSent: true });
    expect([sent.status, sent.headers, destroyed]).toEqual([0, {}, true]);
    expect(logged).toHaveLength(1);
  });

  it('sends nothing to a disconnected browser, and counts no problem', () => {
    const { sent, destroyed, logged, recorded, counted } = mapped(new ClientGone());
    expect([sent.status, destroyed, recorded, counted]).toEqual([0, true, [], []]);
    expect(logged).toEqual([['debug', { event: 'client.gone', requestId: 'id-1' }]]);
  });
});
