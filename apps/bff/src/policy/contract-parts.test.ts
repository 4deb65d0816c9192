import express, { type ErrorRequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ClientGone, Failure } from '#problems/failure.ts';
import { type MatchedRoute } from './match.ts';
import { checkContract } from './contract.ts';

interface Described {
  params?: z.ZodMiniType | null;
  query?: z.ZodMiniType | null;
  body?: z.ZodMiniType | null;
  values?: Record<string, string>;
  repeatable?: boolean;
  /** Media types of a file. */
  upload?: string[];
  /** Maximum number of bytes of a body. */
  request?: number;
  signal?: AbortSignal;
}

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.set('connection', 'close');
  if (error instanceof Failure) res.status(418).json({ kind: error.kind, ...error.details });
  else res.status(418).json(error instanceof ClientGone ? 'gone' : 'internal');
};

/** An app with a row with this contract; its handler returns everything that was validated. */
const appWith = ({
  params = null,
  query = null,
  body = null,
  values = {},
  repeatable,
  upload,
  request: most = 1000,
  signal,
}: Described) =>
  express()
    .use((req, _res, next) => {
      const policy = { limits: { request: most }, repeatable };
      req.matched = { operation: { params, query, body, upload }, params: values, policy } as unknown as MatchedRoute;
      req.deadline = { signal: signal ?? new AbortController().signal, clear: () => undefined };
      next();
    })
    .use(checkContract)
    .use((req, res) => {
      res.json(req.checked);
    })
    .use(sendFailure);

const get = async (described: Described, path = '/', headers: Record<string, string> = {}): Promise<unknown> =>
  (
    await request(appWith(described))
      .get(path)
      .set(headers)
      .ok(() => true)
  ).body as unknown;

const post = async (
  described: Described,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<unknown> =>
  (
    await request(appWith(described))
      .post('/')
      .set({ 'content-type': 'application/json', ...headers })
      .send(body)
      .ok(() => true)
  ).body as unknown;

/** Sends these lines to a gateway and reads everything. `then` is called when the row's handler runs. */
async function exchange(described: Described, [first = '', ...lines]: string[], then?: () => void): Promise<string> {
  const app = appWith(described);
  const server = createServer((req, res) => {
    app(req, res);
    if (then) setImmediate(then);
  });
  // As in the gateway's own server, the chain decides whether to request the body.
  server.on('checkContinue', app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([first, 'Host: x', 'Connection: close', ...lines].join('\r\n'));
  const received = await text(socket);
  await new Promise((resolve) => server.close(resolve));
  return received;
}

const NAME = z.strictObject({ name: z.string() });

describe('each part of a request', () => {
  it('G16: is validated, and only the validated value is used', async () => {
    const described = { params: z.object({ id: z.coerce.number() }), query: z.object({ page: z.coerce.number() }) };
    expect(await get({ ...described, values: { id: '7' } }, '/?page=2')).toEqual({
      params: { id: 7 },
      query: { page: 2 },
      body: null,
    });
    expect(await post({ body: NAME }, '{"name":"Ñandú"}')).toEqual({
      params: null,
      query: null,
      body: { name: 'Ñandú' },
    });
  });

  it('G16: is refused where it is not expected', async () => {
    const refusal = (part: string) => ({ kind: 'invalid-request', note: `${part} where none is expected` });
    expect(await get({ values: { id: '7' } })).toEqual(refusal('params'));
    expect(await get({}, '/?page=2')).toEqual(refusal('query'));
    expect(await post({}, '{}')).toEqual(refusal('body'));
    const chunked = ['POST / HTTP/1.1', 'Transfer-Encoding: chunked', ''];
    expect(await exchange({}, [...chunked, '1', 'x', '0', '', ''])).toContain(JSON.stringify(refusal('body')));
    expect(await exchange({}, [...chunked, '0', '', ''])).toContain('{"params":null,"query":null,"body":null}');
    expect(await get({})).toEqual({ params: null, query: null, body: null });
    expect(await get({}, '/', { 'content-length': '0' })).toEqual({ params: null, query: null, body: null });
  });

  it('G16: that is invalid is reported with the path of each fault', async () => {
    const body = z.object({ list: z.array(z.object({ name: z.string() })) });
    expect(await post({ body }, '{"list":[{"name":"a"},{"name":1}]}')).toEqual({
      kind: 'invalid-request',
      errors: [{ field: 'body.list.1.name', message: expect.any(String) as string }],
      note: 'body breaks its contract',
    });
    expect(await get({ query: NAME })).toMatchObject({
      errors: [{ field: 'query.name' }],
      note: 'query breaks its contract',
    });
    expect(await get({ params: NAME })).toMatchObject({ errors: [{ field: 'params.name' }] });
  });

  it('G16 G40: lists eight faults and counts the others', async () => {
    const body = z.array(z.string());
    const faulty = (count: number) => post({ body }, JSON.stringify(Array(count).fill(1)));
    const listed = expect.objectContaining({ length: 8 }) as unknown[];
    expect(await faulty(30)).toMatchObject({ errors: listed, moreErrors: 22 });
    const eight = await faulty(8);
    expect(eight).toMatchObject({ errors: listed });
    expect(eight).not.toHaveProperty('moreErrors');
  });

  it('G16: a repeated parameter, or one named like a prototype key, is refused', async () => {
    const query = z.looseObject({});
    const refusal = { kind: 'invalid-request', note: 'repeated or forbidden parameter' };
    expect(await get({ query }, '/?a=1&a=2')).toEqual(refusal);
    expect(await get({ query }, '/?constructor=1')).toEqual(refusal);
    expect(await get({ query }, '/?toString=1&a=?b')).toMatchObject({ query: { toString: '1', a: '?b' } });
  });
});

describe('a repeatable request', () => {
  it('requires one valid key', async () => {
    const described = { repeatable: true };
    const refusal = {
      kind: 'invalid-request',
      errors: [{ field: 'headers.Idempotency-Key', message: 'Falta la clave de la solicitud, o no es válida' }],
      note: 'no usable idempotency key',
    };
    for (const key of ['', 'short', 'with a blank in it', 'k'.repeat(101)])
      expect(await get(described, '/', key === '' ? {} : { 'idempotency-key': key })).toEqual(refusal);
    expect(await get(described, '/', { 'idempotency-key': 'key-12345' })).toEqual({
      params: null,
      query: null,
      body: null,
    });
    expect(await get({})).toEqual({ params: null, query: null, body: null });
  });
});

describe('a body', () => {
  it.each(['application/json', 'application/json;charset=utf-8', 'APPLICATION/JSON ; charset="UTF-8" '])(
    'G16: is accepted as %s',
    async (type) => {
      expect(await post({ body: NAME }, '{"name":"a"}', { 'content-type': type })).toMatchObject({
        body: { name: 'a' },
      });
    },
  );

  it.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/json; boundary=x',
    'xapplication/json',
    'application/jsonx',
    'application/json;charset=utf-8x',
  ])('G16: is not accepted as %s', async (type) => {
    expect(await post({ body: NAME }, '{"name":"a"}', { 'content-type': type })).toEqual({ kind: 'wrong-type' });
  });

  it('G16: is not accepted without a type', async () => {
    const refused = await request(appWith({ body: NAME }))
      .post('/')
      .ok(() => true);
    expect(refused.body).toEqual({ kind: 'wrong-type' });
  });

  it('G16: is not accepted compressed', async () => {
    expect(await post({ body: NAME }, '{"name":"a"}', { 'content-encoding': 'gzip' })).toEqual({ kind: 'wrong-type' });
  });

  it('G16: that is not a JSON object is refused, with the reason in the log', async () => {
    expect(await post({ body: NAME }, '{"name":')).toEqual({ kind: 'invalid-request', note: 'entity.parse.failed' });
    expect(await post({ body: NAME }, '7')).toEqual({ kind: 'invalid-request', note: 'entity.parse.failed' });
    expect(await post({ body: NAME }, '{"__proto__":1}')).toEqual({
      kind: 'invalid-request',
      note: 'prototype key in the body',
    });
  });

  it('G40: nested deeper than any contract is refused', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const described = { body: z.looseObject({}), request: 64 * 1024 };
    expect(await post(described, nested(16))).not.toHaveProperty('kind');
    for (const depth of [17, 32_000])
      expect(await post(described, nested(depth))).toEqual({
        kind: 'invalid-request',
        note: 'body nested too deeply',
      });
  });

  it('G40: is parsed without a reviver', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const name = 'parsed here';
      expect(await post({ body: NAME }, JSON.stringify({ name }))).toMatchObject({ body: { name } });
      const revivers = parse.mock.calls.filter(([text]) => text.includes(name)).map(([, reviver]) => reviver);
      expect(revivers.length).toBeGreaterThan(0);
      expect(revivers.filter((reviver) => reviver !== undefined)).toEqual([]);
    } finally {
      parse.mockRestore();
    }
  });

  it('G16: larger than its row allows is refused, with a limit per row', async () => {
    const json = '{"name":"0123456789"}';
    for (const most of [json.length, json.length + 1])
      expect(await post({ body: NAME, request: most }, json)).toMatchObject({ body: { name: '0123456789' } });
    expect(await post({ body: NAME, request: json.length - 1 }, json)).toEqual({ kind: 'too-large' });
  });
});

describe('a body that does not arrive', () => {
  const HEAD = ['POST / HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 12'];
  const described = (limit: AbortController): Described => ({ body: NAME, signal: limit.signal });

  it('G36: is awaited up to the request’s limit, and then reported as the client’s fault', async () => {
    const limit = new AbortController();
    const answer = await exchange(described(limit), [...HEAD, '', '{"name"'], () => {
      limit.abort(new Failure('upstream-timeout'));
    });
    expect(answer).toContain('{"kind":"request-timeout","note":"slow body"}');
  });

  it('is not a fault if the browser has disconnected', async () => {
    const limit = new AbortController();
    const answer = await exchange(described(limit), [...HEAD, '', '{"name"'], () => {
      limit.abort(new ClientGone());
    });
    expect(answer).toContain('"gone"');
  });

  it('G36: is not awaited after the limit', async () => {
    const limit = new AbortController();
    limit.abort(new Failure('upstream-timeout'));
    expect(await exchange(described(limit), [...HEAD, '', '{"name"'])).toContain('{"kind":"upstream-timeout"');
  });
});

describe('Expect: 100-continue', () => {
  const HEAD = ['Content-Type: application/json', 'Content-Length: 12', 'Expect: 100-continue', '', '{"name":"a"}'];
  const asked = 'HTTP/1.1 100 Continue';

  it('G23: is answered after all checks, and not if one fails', async () => {
    expect(await exchange({ body: NAME }, ['POST / HTTP/1.1', ...HEAD])).toContain(asked);
    expect(await exchange({ body: NAME }, ['POST /?more=1 HTTP/1.1', ...HEAD])).not.toContain(asked);
    expect(
      await exchange({ body: NAME }, ['POST / HTTP/1.1', ...HEAD.filter((line) => !line.startsWith('Exp'))]),
    ).not.toContain(asked);
  });

  it('G23: is ignored in HTTP/1.0, which does not have it', async () => {
    const answer = await exchange({ body: NAME }, ['POST / HTTP/1.0', ...HEAD]);
    expect(answer).toContain('{"params":null,"query":null,"body":{"name":"a"}}');
    expect(answer).not.toContain(asked);
  });
});

describe('the type of an upload', () => {
  const upload = ['text/csv'];

  it('G16: is one of those listed, ignoring case', async () => {
    const accepted = { params: null, query: null, body: null };
    expect(await post({ upload }, 'a;b', { 'content-type': 'Text/CSV' })).toEqual(accepted);
    for (const type of ['application/json', 'text/csv; charset=utf-8', 'text/plain'])
      expect(await post({ upload }, 'a;b', { 'content-type': type })).toEqual({ kind: 'wrong-type' });
  });

  it('G16: rejects a compressed file', async () => {
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' };
    expect(await post({ upload }, 'a;b', headers)).toEqual({ kind: 'wrong-type' });
  });
});
