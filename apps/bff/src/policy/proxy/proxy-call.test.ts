import { type Request } from 'express';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Call, type UpstreamDestination } from '../policy.ts';
import { type Services } from '#services.ts';
import { type Forward } from '#upstream/forward.ts';
import { authorization, forwardTo, proxyCall, upstreamPath } from './proxy-call.ts';

type Destination = UpstreamDestination<'clients.read'>;

const PERSON = { officeId: 'LIMA/1', username: 'ana', sucursal: 'LIMA', id: '1' };
const LIVE = { key: 'k', record: { person: PERSON, sealed: 'x' } };
const SECRETS = { bearer: 'bearer-0123456789', loginToken: 'login-0123456789', branch: 'branch', taxId: '20600000001' };
const to = (over: object = {}): Destination => ({
  upstream: 'base',
  path: '/clients/:id',
  credentials: 'bearer',
  ...over,
});

/** A complete response of an upstream. */
function answerWith(statusCode: number, text: string): IncomingMessage {
  const message = Object.assign(new IncomingMessage(new Socket()), { statusCode, complete: true });
  message.headers = { 'content-type': 'application/json' };
  message.push(text);
  message.push(null);
  return message;
}

interface Given {
  status?: number;
  text?: string;
  secure?: boolean;
  body?: unknown;
  repeatable?: boolean;
  /** Media types of a file. */
  upload?: string[];
  headers?: Record<string, string>;
  operations?: boolean;
  ensure?: () => Promise<void>;
}

/** A call of a row, with upstreams that record requests. */
function begin(given: Given = {}) {
  const { status = 200, text = '{"ok":1}', secure = false, headers = {}, operations = true, ensure } = given;
  const sent: Parameters<Forward>[1][] = [];
  const signals: AbortSignal[] = [];
  const forward: Forward = (_req, outgoing, signal) => {
    sent.push(outgoing);
    signals.push(signal);
    return Promise.resolve(answerWith(status, text));
  };
  const named = (name: string) => Object.assign(forward.bind(undefined), { named: name });
  const services = {
    config: { secure },
    sessions: { secretsOf: () => SECRETS },
    freshness: { ensure: ensure ?? (() => Promise.resolve()) },
    api: named('api'),
    base: named('base'),
    operations: operations
      ? {
          call: named('call'),
          stream: named('stream'),
          assertionFor: (person: unknown, company: unknown) =>
            Promise.resolve(`signed for ${String(company)} ${String(person === PERSON)}`),
        }
      : undefined,
  } as unknown as Services;
  const { signal } = new AbortController();
  const req = {
    requestId: 'id-1',
    ip: '203.0.113.7',
    socket: {},
    headers,
    get: (name: string) => headers[name.toLowerCase()],
    session: { live: LIVE },
    deadline: { signal },
    matched: {
      operation: { upload: given.upload },
      policy: { repeatable: given.repeatable, limits: { request: 1000 } },
    },
  } as unknown as Request;
  const call = { req, services, params: { id: 'C/8 ñ' }, query: {}, body: given.body ?? null } as unknown as Call;
  return { call, services, sent, signals, signal };
}

describe('forwardTo', () => {
  it('G22: sends each row to its upstream, and streams over separate connections', () => {
    const { services } = begin();
    const way = (over: object, kind?: 'call' | 'stream') =>
      (forwardTo(to(over), services, kind) as { named?: string }).named;
    expect([way({ upstream: 'api' }), way({ upstream: 'base' })]).toEqual(['api', 'base']);
    expect(way({ upstream: 'operations' })).toBe('call');
    expect(way({ upstream: 'operations' }, 'stream')).toBe('stream');
  });

  it('reports an unconfigured dispatch service', () => {
    const { services } = begin({ operations: false });
    expect(() => forwardTo(to({ upstream: 'operations' }), services)).toThrow(
      expect.objectContaining({
        kind: 'unavailable',
        details: {
          detail: 'Esta sección no está configurada en esta instalación.',
          note: 'OPERATIONS_URL is not set',
        },
      }),
    );
  });
});

describe('authorization', () => {
  it('G39: sends legacy hosts the token, and the dispatch service only an assertion', async () => {
    const { call } = begin();
    expect(await authorization(call, to())).toBe('Bearer bearer-0123456789');
    expect(await authorization(call, to({ credentials: 'assertion' }))).toBe('Bearer signed for 20600000001 true');
  });

  it('G39: signs nothing without a key', async () => {
    const { call } = begin({ operations: false });
    await expect(authorization(call, to({ credentials: 'assertion' }))).rejects.toMatchObject({
      kind: 'unavailable',
      details: { note: 'OPERATIONS_URL is not set' },
    });
  });
});

describe('upstreamPath', () => {
  it('G22: inserts validated values encoded, so that none becomes a path', () => {
    const { call } = begin();
    expect(upstreamPath(call, to())).toBe('/clients/C%2F8%20%C3%B1');
    expect(upstreamPath(call, to({ path: '/users/:ownOffice/of/:id' }))).toBe('/users/LIMA%2F1/of/C%2F8%20%C3%B1');
  });

  it('G22: sends the validated query if the row says so', () => {
    const { call } = begin();
    Object.assign(call, { query: { officeId: 'LIMA', q: 'a&b=c' } });
    expect(upstreamPath(call, to({ path: '/orders', withQuery: true }))).toBe('/orders?officeId=LIMA&q=a%26b%3Dc');
    expect(upstreamPath(call, to({ path: '/orders' }))).toBe('/orders');
  });

  it('G22: sends the query of the row instead of the requested one', () => {
    const { call } = begin();
    Object.assign(call, { query: { q: 'asked' } });
    const queryFor = ({ query }: { query: unknown }) => ({ de: (query as { q: string }).q, tipo: 'a&b' });
    expect(upstreamPath(call, to({ path: '/orders', queryFor }))).toBe('/orders?de=asked&tipo=a%26b');
  });

  it('G22: throws if a path parameter is missing', () => {
    const { call } = begin();
    expect(() => upstreamPath(call, to({ path: '/clients/:other' }))).toThrow('No value for :other of /clients/:other');
  });
});

describe('proxyCall', () => {
  it('sends validated values within the request’s limit', async () => {
    const { call, sent, signals, signal } = begin({ body: { a: 1 }, secure: true });
    expect(await proxyCall(call, to(), 1000)).toEqual({
      value: { ok: 1 },
      received: { ok: 1 },
    });
    expect(sent).toMatchObject([
      {
        path: '/clients/C%2F8%20%C3%B1',
        body: { a: 1 },
        headers: {
          accept: 'application/json',
          authorization: 'Bearer bearer-0123456789',
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
        },
      },
    ]);
    expect(signals).toEqual([signal]);
  });

  it('sends neither body nor media type for a request without a body', async () => {
    const { call, sent } = begin();
    await proxyCall(call, to(), 1000);
    expect(sent[0]?.body).toBeUndefined();
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    expect(sent[0]?.headers['x-forwarded-proto']).toBe('http');
  });

  it('sends the idempotency key if the row accepts one', async () => {
    for (const repeatable of [true, false]) {
      const { call, sent } = begin({ repeatable, headers: { 'idempotency-key': 'key-12345' } });
      await proxyCall(call, to(), 1000);
      expect(sent[0]?.headers['idempotency-key']).toBe(repeatable ? 'key-12345' : undefined);
    }
  });

  it('G27: treats a 2xx as success where the row says so, whatever its body', async () => {
    const done = to({ doneByStatus: true, whenEmpty: { done: true } });
    expect(await proxyCall(begin({ text: '<p>' }).call, done, 1000)).toEqual({ value: { done: true } });
    await expect(proxyCall(begin({ text: '<p>' }).call, to(), 1000)).rejects.toMatchObject({ kind: 'upstream-broken' });
    await expect(proxyCall(begin({ status: 500, text: '<p>' }).call, done, 1000)).rejects.toMatchObject({
      kind: 'upstream-failed',
    });
  });

  it('forwards a file with the media type of the request', async () => {
    const { call, sent } = begin({ headers: { 'content-type': 'Text/CSV' }, upload: ['text/csv'] });
    await proxyCall(call, to(), 1000);
    expect(sent).toMatchObject([{ body: Buffer.alloc(0), headers: { 'content-type': 'text/csv' } }]);
  });

  it('G27: reads no more than the row allows', async () => {
    const { call } = begin();
    await expect(proxyCall(call, to(), 7)).rejects.toMatchObject({ kind: 'upstream-broken' });
    expect(await proxyCall(begin().call, to(), 8)).toHaveProperty('value', { ok: 1 });
  });

  it('lets a row wrap the call, and returns the row’s value for an empty 2xx', async () => {
    const around = async (_call: unknown, send: (body: unknown) => Promise<unknown>) => [await send({ other: 1 })];
    const { call, sent } = begin({ body: { a: 1 } });
    expect(await proxyCall(call, to({ around }), 1000)).toEqual({ value: [{ ok: 1 }] });
    expect(sent[0]?.body).toEqual({ other: 1 });
    expect(await proxyCall(begin({ text: 'null' }).call, to({ whenEmpty: { done: true } }), 1000)).toEqual({
      value: { done: true },
    });
    expect(await proxyCall(begin({ text: '' }).call, to({ whenEmpty: { done: true } }), 1000)).toEqual({
      value: { done: true },
    });
    expect(await proxyCall(begin({ text: '' }).call, to(), 1000)).toEqual({ value: undefined });
  });

  it('marks a session that ended after a 401 of the upstream as forwarded', async () => {
    const ensure = () => Promise.reject(new Failure('session-ended', { note: 'host' }));
    await expect(proxyCall(begin({ status: 401, ensure }).call, to(), 1000)).rejects.toMatchObject({
      kind: 'session-ended',
      details: { note: 'host', forwarded: true },
    });
    await expect(proxyCall(begin({ status: 500 }).call, to(), 1000)).rejects.toMatchObject({
      kind: 'upstream-failed',
      details: { note: 'upstream answered 500' },
    });
  });
});
