import express from 'express';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Call, type UpstreamDestination } from '../policy.ts';
import { type Services } from '#services.ts';
import { createOpenStreams } from '#operations/open-streams.ts';
import { proxyStream } from './proxy-stream.ts';
import { STREAM_LIMITS } from '#operations/stream-limits.ts';

const PERSON = { charge: 'O', officeId: 'LIMA', username: 'ana', sucursal: 'LIMA', id: '1', modules: [], takenAt: 0 };
const LIVE = { key: 'k', record: { person: PERSON, sealed: 'x' } };
const TO = {
  upstream: 'operations',
  path: '/events',
  credentials: 'assertion',
} as unknown as UpstreamDestination<'events.stream'>;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Given {
  status?: number;
  headers?: IncomingHttpHeaders;
  secure?: boolean;
  limits?: Partial<typeof STREAM_LIMITS>;
  /** Encodings that the browser accepts. */
  encodings?: string;
  /** Runs during the store's check; returns whether the session still exists. */
  meanwhile?: (parts: Parts) => unknown;
}

interface Parts {
  /** Sent by the upstream. */
  upstream: PassThrough;
  streams: ReturnType<typeof createOpenStreams>;
  limit: AbortController;
}

/** A browser that opens the stream: its response, the upstream's request, and the handler's result. */
async function open({
  status = 200,
  headers = { 'content-type': 'text/event-stream' },
  secure = false,
  limits,
  encodings = 'identity',
  meanwhile,
}: Given) {
  const recorded: unknown[] = [];
  const logged: unknown[] = [];
  const sent: { path: string; headers: IncomingHttpHeaders; body: unknown }[] = [];
  const upstream = new PassThrough();
  const answer = Object.assign(upstream, { statusCode: status, headers, complete: true });
  const streams = createOpenStreams();
  const limit = new AbortController();
  const parts = { upstream, streams, limit };
  if (status !== 200) upstream.end('{}');
  let stored: unknown = LIVE;
  let check: (() => Promise<void>) | undefined;
  const over = Promise.withResolvers<unknown>();
  const services = {
    config: { secure },
    now: () => 0,
    streams,
    streamLimits: { ...STREAM_LIMITS, ...limits },
    log: { error: (line: unknown) => logged.push(line) },
    freshness: { ensure: () => Promise.resolve() },
    sessions: {
      secretsOf: () => ({ bearer: 'bearer-0123456789', loginToken: 'x', branch: 'x', taxId: null }),
      open: (cookie: unknown) => {
        if (check) return Promise.resolve(stored);
        recorded.push(cookie);
        return Promise.resolve(meanwhile ? meanwhile(parts) : stored);
      },
    },
    operations: {
      assertionFor: () => Promise.resolve('signed'),
      call: () => Promise.reject(new Error('not over the connections of calls')),
      stream: (_req: unknown, outgoing: (typeof sent)[number], signal: AbortSignal) => {
        sent.push(outgoing);
        recorded.push(signal === limit.signal);
        return Promise.resolve(answer);
      },
    },
    accountChanges: { watch: () => () => undefined },
    every: (milliseconds: number, work: () => Promise<void>) => {
      recorded.push(milliseconds);
      check = work;
      return () => recorded.push('check stopped');
    },
  } as unknown as Services;
  const app = express()
    .disable('x-powered-by')
    .use((req, res) => {
      req.requestId = 'id-1';
      Object.assign(req, { session: { csrfSecret: undefined, live: LIVE }, matched: { policy: { to: TO } } });
      req.deadline = { signal: limit.signal, clear: () => recorded.push('limit cleared') };
      req.socket.setTimeout(30_000);
      const call = { req, res, services, params: null, query: null, body: null } as unknown as Call;
      proxyStream(call, TO as never, 'cookie').then(over.resolve, (error: unknown) => {
        over.resolve(error);
        res.status(418).end();
      });
    });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const sockets: { timeout?: number }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { 'last-event-id': '7', 'accept-encoding': encodings } }, resolve).on(
      'error',
      reject,
    );
  });
  return {
    ...parts,
    response,
    recorded,
    logged,
    sent,
    sockets,
    over: over.promise,
    /** Runs the check with `found` as the stored session. */
    recheck: (found: unknown) => {
      stored = found;
      return check?.();
    },
  };
}

describe('a stream that opens', () => {
  it('S42: is requested with an assertion and the browser’s position', async () => {
    const { sent, response } = await open({ secure: true });
    expect(sent).toMatchObject([
      {
        path: '/events',
        body: undefined,
        headers: {
          accept: 'text/event-stream',
          authorization: 'Bearer signed',
          'last-event-id': '7',
          'x-forwarded-proto': 'https',
        },
      },
    ]);
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    expect((await open({})).sent[0]?.headers['x-forwarded-proto']).toBe('http');
    response.destroy();
  });

  it('S42: sends its headers immediately, has no time limit, and a check every 15 seconds', async () => {
    const { response, recorded, sockets } = await open({});
    expect([response.statusCode, response.headers['content-type'], response.headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no',
    ]);
    expect(recorded).toEqual([true, 'cookie', 'limit cleared', 15_000]);
    expect(sockets.map(({ timeout }) => timeout)).toEqual([0]);
    response.destroy();
  });

  it('S42: passes events on, and ends normally with the upstream', async () => {
    const { response, upstream, over, streams, recorded } = await open({
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    });
    upstream.write('id: uno\n\n');
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toBe('id: uno\n\n');
    upstream.end('id: dos\n\n');
    expect(await text(response)).toBe('id: dos\n\n');
    expect(await over).toBeUndefined();
    expect([streams.size, upstream.destroyed, recorded.at(-1)]).toEqual([0, true, 'check stopped']);
  });

  it('compresses each event separately and ends normally', async () => {
    const { response, upstream, over } = await open({ encodings: 'gzip, deflate, br' });
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const events = response.pipe(createGunzip());
    upstream.write('id: uno\n\n');
    const [first] = (await once(events, 'data')) as [Buffer];
    expect(first.toString()).toBe('id: uno\n\n');
    upstream.end('id: dos\n\n');
    expect(await text(events)).toBe('id: dos\n\n');
    expect([await over, response.complete]).toEqual([undefined, true]);
  });

  it('compresses nothing for a client that does not accept it', async () => {
    const { response } = await open({ encodings: 'br, gzip;q=0' });
    expect(response.headers).not.toHaveProperty('content-encoding');
    response.destroy();
  });

  it('G20: drops events that the user may not receive, and logs it once', async () => {
    const { response, upstream, logged } = await open({});
    const order = '{"type":"order.changed","officeId":"LIMA"}';
    upstream.write(`id: uno\ndata: ${order}\n\n`);
    upstream.end(`id: dos\ndata: ${order}\n\nid: tres\ndata: ${order}\n\n`);
    expect(await text(response)).toBe('id: uno\n\nid: dos\n\nid: tres\n\n');
    expect(logged).toEqual([{ event: 'stream.withheld', requestId: 'id-1' }]);
  });

  it('G20: logs nothing if nothing is dropped', async () => {
    const { response, upstream, logged } = await open({});
    upstream.end('id: uno\n\n');
    await text(response);
    expect(logged).toEqual([]);
  });

  it('G36: ends at an endless event', async () => {
    const { response, upstream, over } = await open({});
    upstream.write(`data: ${'x'.repeat(300_000)}`);
    expect(await text(response)).toBe('');
    expect([await over, upstream.destroyed]).toEqual([undefined, true]);
  });

  /** More than the socket buffers on the way can hold. */
  const LINES = 400_000;
  const LINE = 'id: uno.12345678901234567890\n\n';

  it('G36: reads no faster than the browser, and passes on everything', async () => {
    const { response, upstream } = await open({});
    upstream.end(LINE.repeat(LINES));
    await expect.poll(() => upstream.isPaused()).toBe(true);
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) size += chunk.length;
    expect(size).toBe(LINES * LINE.length);
  });

  it.each(['identity', 'gzip'])('G36: ends if the browser does not read (%s)', async (encodings) => {
    const { response, upstream, over } = await open({ encodings, limits: { stalled: 50, ending: 50 } });
    response.pause();
    // Random, so that its compressed form does not fit the buffers either.
    const random = randomBytes(12_000_000).toString('base64url');
    upstream.write(random.replace(/.{2000}/g, 'id: $&\n\n'));
    expect(await over).toBeUndefined();
    expect(upstream.destroyed).toBe(true);
    response.destroy();
  });

  it('S42: ends normally if the upstream disconnects, so that the browser reconnects', async () => {
    const { response, upstream, over } = await open({});
    upstream.destroy(new Error('cut'));
    expect(await text(response)).toBe('');
    expect([await over, response.complete]).toEqual([undefined, true]);
  });

  it('S42: closes the upstream when the browser disconnects', async () => {
    const { response, upstream, over, streams } = await open({});
    expect(streams.size).toBe(1);
    response.destroy();
    expect(await over).toBeUndefined();
    expect([streams.size, upstream.destroyed]).toEqual([0, true]);
  });

  it('G6: ends with its session', async () => {
    const { response, streams, over, upstream } = await open({});
    streams.endOf('another');
    expect(streams.size).toBe(1);
    streams.endOf('k');
    expect(await text(response)).toBe('');
    expect([await over, response.complete, upstream.destroyed]).toEqual([undefined, true, true]);
  });

  it('G20: ends when the check finds changed permissions, and not before', async () => {
    const { response, recheck, over, streams } = await open({});
    await recheck(LIVE);
    expect(streams.size).toBe(1);
    await recheck(undefined);
    expect(await text(response)).toBe('');
    expect([await over, streams.size]).toEqual([undefined, 0]);
  });
});

describe('a stream that does not open', () => {
  const failureOf = async (given: Given) => {
    const { over, streams, upstream, recorded, response } = await open(given);
    const { kind, details } = (await over) as Failure;
    // Nothing had been sent before the failure was thrown.
    expect(response.statusCode).toBe(418);
    expect([streams.size, recorded.includes('limit cleared')]).toEqual([0, false]);
    return { kind, details, upstream };
  };

  it.each<IncomingHttpHeaders>([{}, { 'content-type': 'text/html' }, { 'content-type': 'x text/event-stream' }])(
    'S42: a response that is not a stream (%j) counts as a broken upstream',
    async (headers) => {
      const { kind, details, upstream } = await failureOf({ headers });
      expect([kind, details, upstream.destroyed]).toEqual(['upstream-broken', { note: 'not an event stream' }, true]);
    },
  );

  it('S42: refuses a success with another status', async () => {
    const { kind, details } = await failureOf({ status: 202 });
    expect([kind, details]).toEqual(['upstream-broken', { note: 'not an event stream' }]);
  });

  it('S42: passes on a refusal of the upstream', async () => {
    const { kind, details } = await failureOf({ status: 503 });
    expect([kind, details]).toEqual(['unavailable', { note: 'upstream answered 503' }]);
  });

  it('G6: its session ended during the upstream call', async () => {
    const { kind, details, upstream } = await failureOf({ meanwhile: () => undefined });
    expect([kind, details]).toEqual(['session-ended', { note: 'session ended while a stream was opened' }]);
    expect(upstream.destroyed).toBe(true);
  });

  it('G7: newer streams of the session have replaced it', async () => {
    const { kind, details } = await failureOf({
      meanwhile: ({ streams }) => {
        streams.endOf('k');
        return LIVE;
      },
    });
    expect([kind, details]).toEqual([
      'unavailable',
      { note: 'stream ended here before it began', retryAfterSeconds: 1 },
    ]);
  });

  it('S42: the upstream has ended it', async () => {
    const { kind, details } = await failureOf({
      meanwhile: ({ upstream }) => {
        upstream.destroy();
        return LIVE;
      },
    });
    expect([kind, details]).toEqual(['upstream-broken', { note: 'stream ended before it began' }]);
  });

  it('S41: the limit of its request was reached', async () => {
    const { kind } = await failureOf({
      meanwhile: ({ limit }) => {
        limit.abort(new Failure('upstream-timeout'));
        return LIVE;
      },
    });
    expect(kind).toBe('upstream-timeout');
  });
});
