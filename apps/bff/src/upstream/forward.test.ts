import express from 'express';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { createAgents, type Agents } from './agents.ts';
import { createForward } from './forward.ts';

let agents: Agents;
let server: Server;
let url: URL;
/** Set by the test: how the upstream handles a request. */
let respond: RequestListener = (_req, res) => res.end('ok');
let received: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[];

beforeEach(async () => {
  agents = createAgents();
  received = [];
  server = createServer((req, res) => {
    void text(req).then((body) => {
      received.push({ method: req.method, url: req.url, headers: req.headers, body });
      respond(req, res);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  agents.close();
});

interface Sent {
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  limit?: AbortController;
  kind?: 'calls' | 'streams';
  target?: URL;
  method?: 'get' | 'post';
}

/**
 * Forwards a browser's POST.
 * @returns the response or the failure.
 */
async function send({
  path = '/things?a=1',
  headers = {},
  body,
  limit,
  kind = 'calls',
  target = url,
  method = 'post',
}: Sent = {}) {
  const forward = createForward(target, agents, kind);
  const { signal } = limit ?? new AbortController();
  let outcome: { answer?: IncomingMessage; text?: string; error?: unknown } = {};
  // As in the chain, the browser's body has already been read.
  const app = express().use(express.json(), async (req, res: ServerResponse) => {
    try {
      const answer = await forward(req, { path, headers, body }, signal);
      outcome = { answer, text: await text(answer) };
    } catch (error) {
      outcome = { error };
    }
    res.end();
  });
  await request(app)[method]('/api/other?clave=x').set('x-evil', '1').set('cookie', 'a=b').send({ of: 'the browser' });
  return outcome;
}

describe('createForward', () => {
  it('G23 G22: sends only the given path, headers and body, below the upstream’s address', async () => {
    respond = (_req, res) => res.writeHead(201, { 'x-of': 'upstream' }).end('hola');
    const { answer, text: body } = await send({
      headers: { 'x-made': '1', 'content-type': 'application/json' },
      body: { a: 'ñ' },
    });
    expect([answer?.statusCode, answer?.headers['x-of'], body]).toEqual([201, 'upstream', 'hola']);
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/below/things?a=1',
        headers: {
          host: url.host,
          'x-made': '1',
          'content-type': 'application/json',
          'content-length': '10',
          connection: 'keep-alive',
        },
        body: '{"a":"ñ"}',
      },
    ]);
  });

  it('G23 G22: keeps concurrent requests apart', async () => {
    const wanted = Array.from({ length: 40 }, (_, index) => ({
      url: `/below/things/${index}`,
      token: index % 3 === 0 ? undefined : `Bearer ${index}`,
      body: index % 2 === 0 ? '' : `{"of":${index}}`,
    }));
    await Promise.all(
      wanted.map(({ token, body }, index) =>
        send({
          path: `/things/${index}`,
          ...(token !== undefined && { headers: { authorization: token } }),
          ...(body !== '' && { body: { of: index } }),
        }),
      ),
    );
    const arrived = received.map(({ url: at, headers, body }) => ({ url: at, token: headers.authorization, body }));
    expect(new Set(arrived)).toEqual(new Set(wanted));
  });

  it('G25: returns a redirect unchanged and follows none', async () => {
    respond = (_req, res) => res.writeHead(302, { location: '/elsewhere' }).end();
    const { answer } = await send();
    expect([answer?.statusCode, received.length]).toEqual([302, 1]);
  });

  it.each(['calls', 'streams'] as const)('uses separate connections for %s', async (kind) => {
    const used = { calls: agents.of(url), streams: agents.streamsOf(url) };
    expect(used.calls).not.toBe(used.streams);
    const open = (agent: object) => Object.values((agent as { sockets: object }).sockets).flat().length;
    let during: Record<string, number> = {};
    respond = (_req, res) => {
      during = { calls: open(used.calls), streams: open(used.streams) };
      res.end('ok');
    };
    await send({ kind });
    expect(during).toEqual({ calls: 0, streams: 0, [kind]: 1 });
  });

  it('G27: reports an unreachable or disconnecting upstream by code, without its address', async () => {
    respond = (req) => {
      req.socket.destroy();
    };
    const cut = (await send()).error as Failure;
    expect([cut.kind, cut.details.note]).toEqual(['upstream-unreachable', 'no answer: ECONNRESET']);
    const nobody = (await send({ target: new URL('http://127.0.0.1:9/') })).error as Failure;
    expect([nobody.kind, nobody.details.note]).toEqual(['upstream-unreachable', 'no answer: ECONNREFUSED']);
  });

  it('G27: reports bytes that are not HTTP as a broken upstream', async () => {
    respond = (req) => {
      req.socket.end('ERROR 1045 (28000)\r\n\r\n');
    };
    expect((await send()).error).toMatchObject({ kind: 'upstream-broken' });
  });

  it('G27: reports a change of protocol immediately as a broken upstream', async () => {
    respond = (req) => {
      req.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    };
    expect((await send()).error).toMatchObject({
      kind: 'upstream-broken',
      details: { note: 'upstream changed the protocol' },
    });
  });

  it('S41: aborts at the request’s limit with its reason, and disconnects', async () => {
    const limit = new AbortController();
    const hungUp = Promise.withResolvers<undefined>();
    respond = (req) => {
      req.socket.on('close', () => {
        hungUp.resolve(undefined);
      });
      limit.abort(new Failure('upstream-timeout', { note: 'by the test' }));
    };
    expect((await send({ limit })).error).toMatchObject({ kind: 'upstream-timeout', details: { note: 'by the test' } });
    await hungUp.promise;
  });

  it('makes no call for a disconnected browser', async () => {
    const limit = new AbortController();
    limit.abort(new ClientGone());
    expect((await send({ limit })).error).toBeInstanceOf(ClientGone);
    respond = (_req, res) => res.end('ok');
    await send();
    expect(received).toHaveLength(1);
  });
});

describe('a kept connection that the upstream closes on reuse', () => {
  const close = (req: IncomingMessage) => {
    req.socket.destroy();
  };
  /** Makes the upstream handle each request with the next of these, and answer later ones. */
  const inTurn = (...turns: RequestListener[]) => {
    respond = (req, res) => {
      (turns.shift() ?? ((_req, answer) => answer.end('ok')))(req, res);
    };
  };

  it('G27: makes a read retry once over a new connection', async () => {
    await send({ method: 'get' });
    inTurn(close);
    expect(await send({ method: 'get' })).toMatchObject({ text: 'ok' });
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  it('G27: fails a write without a retry', async () => {
    await send();
    inTurn(close);
    expect((await send()).error).toMatchObject({
      kind: 'upstream-unreachable',
      details: { note: 'no answer: kept connection closed' },
    });
    expect(received).toHaveLength(2);
  });

  it('G27: fails a read if it happens twice', async () => {
    const both = Promise.withResolvers<undefined>();
    let there = 0;
    respond = (_req, res) => {
      there += 1;
      if (there === 2) both.resolve(undefined);
      void both.promise.then(() => res.end('ok'));
    };
    await Promise.all([send({ method: 'get' }), send({ method: 'get' })]);
    inTurn(close, close);
    expect((await send({ method: 'get' })).error).toMatchObject({
      kind: 'upstream-unreachable',
      details: { note: 'no answer: kept connection closed' },
    });
    expect(received).toHaveLength(4);
  });

  it('G27: fails a read whose response has begun', async () => {
    await send({ method: 'get' });
    inTurn((req) => {
      req.socket.write('HTTP/1.1 200 OK\r\n', () => req.socket.destroy());
    });
    expect((await send({ method: 'get' })).error).toMatchObject({ details: { note: 'no answer: ECONNRESET' } });
    expect(received).toHaveLength(2);
  });

  it('G27: a new connection that is closed fails immediately', async () => {
    inTurn(close);
    expect((await send({ method: 'get' })).error).toMatchObject({ details: { note: 'no answer: ECONNRESET' } });
    expect(received).toHaveLength(1);
  });

  it('S41: does not retry after the request’s limit', async () => {
    await send({ method: 'get' });
    const limit = new AbortController();
    inTurn((req) => {
      limit.abort(new Failure('upstream-timeout', { note: 'by the test' }));
      close(req);
    });
    expect((await send({ method: 'get', limit })).error).toMatchObject({ kind: 'upstream-timeout' });
    expect(received).toHaveLength(2);
  });
});
