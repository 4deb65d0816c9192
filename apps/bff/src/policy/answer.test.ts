import express, { type ErrorRequestHandler } from 'express';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Failure } from '#problems/failure.ts';
import { type Forward } from '#upstream/forward.ts';
import { type MatchedRoute } from './match.ts';
import { type Services } from '#services.ts';
import { answer } from './answer.ts';

/** A complete response of an upstream. */
function upstreamAnswer(text: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.statusCode = 200;
  message.headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  message.complete = true;
  message.push(text);
  message.push(null);
  return message;
}

const PERSON = { sucursal: 'LIMA', officeId: 'LIMA', username: 'ana', id: '1' };
const SECRETS = { bearer: 'bearer-0123456789', loginToken: 'login-0123456789', branch: 'branch', taxId: null };

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.status(418).json(error instanceof Failure ? [error.kind, error.details.note] : 'internal');
};

/** The response to the browser if a row's handler or its upstream returns `value`. */
async function answered(by: 'handler' | 'upstream', value: unknown, response: unknown, json = JSON.stringify(value)) {
  const base: Forward = () => Promise.resolve(upstreamAnswer(json));
  const services = {
    config: { secure: false },
    sessions: { secretsOf: () => SECRETS },
    base,
  } as unknown as Services;
  const to =
    by === 'handler'
      ? { handle: () => Promise.resolve(value) }
      : { upstream: 'base', path: '/things', credentials: 'bearer' };
  const app = express()
    .disable('x-powered-by')
    .use((req, _res, next) => {
      const policy = { to, limits: { answer: 10_000_000 } };
      req.matched = { operation: { response }, policy } as unknown as MatchedRoute;
      req.deadline = { signal: new AbortController().signal, clear: () => undefined };
      req.checked = { params: null, query: null, body: null };
      const record = { csrfSecret: undefined, createdAt: 0, usedAt: 0, person: PERSON, sealed: 'x' };
      Object.assign(req, { session: { csrfSecret: undefined, live: { key: 'k', record } } });
      next();
    })
    .use(answer(services))
    .use(sendFailure);
  const got = await request(app)
    .get('/')
    .ok(() => true);
  const body: unknown = got.body;
  return { status: got.status, text: got.text, headers: got.headers as Record<string, string>, body };
}

const NAMED = z.object({ name: z.string(), places: z.optional(z.array(z.object({ zone: z.string() }))) });

describe.each(['handler', 'upstream'] as const)('the response of a %s', (by) => {
  const kind = by === 'handler' ? 'internal' : 'upstream-broken';

  it('is JSON of the announced length', async () => {
    const { status, headers, body } = await answered(by, { name: 'Ñandú' }, NAMED);
    expect([status, body]).toEqual([200, { name: 'Ñandú' }]);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'content-length': '18' });
  });

  it('is empty if the contract has no response', async () => {
    const { status, text, headers } = await answered(by, { name: 'Ana' }, null);
    expect([status, text, headers['content-type']]).toEqual([204, '', undefined]);
  });

  it('G27: that breaks its contract is logged with the path, as a fault of its source', async () => {
    const { status, body } = await answered(by, { name: 'Ana', places: [{ zone: 'Sur' }, { zone: 7 }] }, NAMED);
    expect([status, body]).toEqual([418, [kind, 'answer breaks its contract at "places.1.zone"']]);
  });

  it('G33: logs only field names of that path', async () => {
    const byCode = z.object({ codes: z.record(z.string(), z.number()) });
    const places = async (name: string) => {
      const { body } = await answered(by, { codes: { [name]: 'x' } }, byCode);
      return (body as unknown[])[1];
    };
    const shown = by === 'handler' ? `codes.${'a'.repeat(40)}` : 'codes';
    expect(await places('a'.repeat(40))).toBe(`answer breaks its contract at "${shown}"`);
    for (const odd of ['a'.repeat(41), 'dos palabras', ' x', 'x ', 'línea', '-', ''])
      expect(await places(odd)).toBe('answer breaks its contract at "codes"');
    expect((await answered(by, 'text', NAMED)).body).toEqual([kind, 'answer breaks its contract at ""']);
  });
});

it('G27: eight megabytes of invalid rows are rejected at the first one', async () => {
  const rows = `[${'[],'.repeat(2_700_000)}[]]`;
  const before = process.cpuUsage();
  const { body } = await answered('upstream', undefined, z.object({ rows: z.array(NAMED) }), `{"rows":${rows}}`);
  expect(body).toEqual(['upstream-broken', 'answer breaks its contract at "rows.0"']);
  // Zod takes a minute to describe all of them.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
}, 60_000);

describe('unknown fields', () => {
  it('G10: are removed from a handler’s response', async () => {
    expect((await answered('handler', { name: 'Ana', more: 1 }, NAMED)).body).toEqual({ name: 'Ana' });
  });

  it('S32: are passed on from an upstream', async () => {
    expect((await answered('upstream', { name: 'Ana', more: 1 }, NAMED)).body).toEqual({ name: 'Ana', more: 1 });
  });
});

describe('JSON of an upstream', () => {
  const came = (json: string) => answered('upstream', undefined, NAMED, json);

  it('G11: is serialized again if a name occurs twice, so that only checked values leave', async () => {
    expect((await came('{"name":"Ana","more":"canary","more":1}')).text).toBe('{"name":"Ana","more":1}');
    expect((await came('{"name":7,"name":"Ana"}')).text).toBe('{"name":"Ana"}');
  });

  it('G11: is serialized again if a field was dropped', async () => {
    expect((await came('{"name":"Ana","clave":"canary"}')).text).toBe('{"name":"Ana"}');
  });
});
