import express from 'express';
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type MatchedRoute } from '../match.ts';
import { type Call } from '../policy.ts';
import { type Services } from '#services.ts';
import { createOpenStreams } from '#operations/open-streams.ts';
import { type Destination } from './proxy-call.ts';
import { proxyFile } from './proxy-file.ts';
import { STREAM_LIMITS } from '#operations/stream-limits.ts';

const PERSON = { charge: 'O', officeId: 'LIMA', username: 'ana', sucursal: 'LIMA', id: '1', modules: [], takenAt: 0 };
const LIVE = { key: 'k', record: { person: PERSON, sealed: 'x' } };
const TO = { upstream: 'operations', path: '/exports/file', credentials: 'assertion' } as unknown as Destination;
const TYPES = ['text/csv', 'application/zip', 'image/webp'];
const FILE = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="pedidos-1.csv"' };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Events of the session during a download. */
interface Session {
  downloads: ReturnType<typeof createOpenStreams>;
  /** Runs the check of the permissions, with `stored` as the stored session. */
  recheck: (stored: unknown) => Promise<void>;
}

interface Given {
  status?: number;
  headers?: IncomingHttpHeaders;
  most?: number;
  secure?: boolean;
  /** False for a response that is truncated. */
  complete?: boolean;
  /** Called once the start of the file has been written. */
  begun?: (upstream: PassThrough, limit: AbortController, session: Session) => void;
  /** The stored session when the file has arrived. */
  stored?: unknown;
  /** Whether the row allows its file to be shown. */
  inline?: boolean;
  /** The version that the browser has. */
  known?: string;
  /** False for an upstream that never answers. */
  answers?: boolean;
}

/** A browser that downloads a file: its response, the upstream's request, and the handler's result. */
async function ask(given: Given, write: (upstream: PassThrough) => void) {
  const { status = 200, headers = FILE, most = 100, secure = false, complete = true, answers = true } = given;
  let stored: unknown = 'stored' in given ? given.stored : LIVE;
  let check: () => Promise<void> = () => Promise.resolve();
  const downloads = createOpenStreams(Infinity);
  const recheck = (now: unknown): Promise<void> => {
    stored = now;
    return check();
  };
  const sent: { path: string; headers: IncomingHttpHeaders; body: unknown }[] = [];
  const upstream = new PassThrough();
  const limit = new AbortController();
  const over = Promise.withResolvers<unknown>();
  const services = {
    config: { secure, UPSTREAM_TIMEOUT_MS: 20 },
    freshness: { ensure: () => Promise.resolve() },
    sessions: {
      secretsOf: () => ({ bearer: 'bearer-0123456789', loginToken: 'x', branch: 'x', taxId: null }),
      open: () => Promise.resolve(stored),
    },
    now: () => 0,
    downloads,
    streamLimits: STREAM_LIMITS,
    accountChanges: { watch: () => () => undefined },
    every: (_milliseconds: number, work: () => Promise<void>) => {
      check = work;
      return () => undefined;
    },
    operations: {
      assertionFor: () => Promise.resolve('signed'),
      call: () => Promise.reject(new Error('not over the connections of calls')),
      stream: (_req: unknown, outgoing: (typeof sent)[number], signal: AbortSignal) => {
        sent.push(outgoing);
        if (answers) return Promise.resolve(Object.assign(upstream, { statusCode: status, headers, complete }));
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
      },
    },
  } as unknown as Services;
  const app = express()
    .disable('x-powered-by')
    .use((req, res) => {
      req.requestId = 'id-1';
      req.matched = { policy: { to: TO } } as unknown as MatchedRoute;
      const writeHead = res.writeHead.bind(res);
      res.writeHead = ((...head: Parameters<typeof writeHead>) => {
        setImmediate(() => given.begun?.(upstream, limit, { downloads, recheck }));
        return writeHead(...head);
      }) as typeof res.writeHead;
      Object.assign(req, { session: { csrfSecret: undefined, live: LIVE } });
      req.deadline = { signal: limit.signal, clear: () => undefined };
      const call = { req, res, services, params: null, query: null, body: null } as unknown as Call;
      proxyFile(call, TO, { types: TYPES, inline: given.inline ?? false, maxBytes: most, cookie: 'cookie' }).then(
        over.resolve,
        (error: unknown) => {
          over.resolve(error);
          if (res.headersSent) res.destroy();
          else res.status(418).end();
        },
      );
    });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  write(upstream);
  // Cut this early, the response may not reach the browser at all.
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    get({ port, host: '127.0.0.1', headers: { ...(given.known && { 'if-none-match': given.known }) } }, resolve).on(
      'error',
      () => {
        resolve(undefined);
      },
    );
  });
  const body = response ? await text(response).catch(() => 'cut') : 'cut';
  const outcome = await over.promise;
  expect(downloads.size).toBe(0);
  return { response, body, sent, upstream, outcome };
}

const whole = (upstream: PassThrough) => {
  upstream.write('uno;');
  upstream.end('dos');
};
const failureOf = async (given: Given, write: Parameters<typeof ask>[1] = whole) => {
  const { outcome, upstream, body } = await ask(given, write);
  const { kind, details } = outcome as Failure;
  expect(upstream.destroyed).toBe(given.answers ?? true);
  return [kind, details.note, body];
};

describe('a download', () => {
  it('is passed on unchanged, with the gateway’s own headers, as an attachment', async () => {
    const { response, body, outcome, upstream } = await ask({}, whole);
    expect([response?.statusCode, body, outcome, upstream.destroyed]).toEqual([200, 'uno;dos', undefined, true]);
    expect(response?.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="pedidos-1.csv"',
    });
  });

  it('G39: is requested with an assertion and its allowed types', async () => {
    const { sent } = await ask({ secure: true }, whole);
    expect(sent).toMatchObject([
      {
        path: '/exports/file',
        body: undefined,
        headers: {
          accept: 'text/csv, application/zip, image/webp',
          authorization: 'Bearer signed',
          'x-forwarded-proto': 'https',
        },
      },
    ]);
    expect(sent[0]?.headers).not.toHaveProperty('content-type');
    expect((await ask({}, whole)).sent[0]?.headers['x-forwarded-proto']).toBe('http');
  });

  it.each([
    ['text/csv;charset=UTF-8', 'text/csv; charset=utf-8'],
    ['text/csv; charset="utf-8" ', 'text/csv; charset=utf-8'],
    ['application/zip', 'application/zip'],
  ])('may have the type %j', async (type, recorded) => {
    const { response } = await ask({ headers: { ...FILE, 'content-type': type } }, whole);
    expect(response?.headers['content-type']).toBe(recorded);
  });

  it.each([
    undefined,
    'text/html',
    'text/csvx',
    'text/csv;charset=latin1',
    'text/csv; charset=utf-8x',
    'text/csv; x charset=utf-8',
    'text/csv; x',
  ])('G27: must not have the type %j', async (type) => {
    const headers = { ...FILE, 'content-type': type };
    expect(await failureOf({ headers })).toEqual(['upstream-broken', 'not a file of its kind', '']);
  });

  it('G27: rejects a compressed file', async () => {
    const headers = { ...FILE, 'content-encoding': 'gzip' };
    expect(await failureOf({ headers })).toEqual(['upstream-broken', 'not a file of its kind', '']);
  });

  it.each([
    undefined,
    'inline',
    'attachment',
    'attachment; filename="../x.csv"',
    'attachment; filename=".csv"',
    'attachment; filename="x"',
    'attachment; filename="x.c"',
    'attachment; filename="x.abcdef"',
    'attachment; filename="x.csv"; x=y',
    'x attachment; filename="x.csv"',
    `attachment; filename="${'x'.repeat(101)}.csv"`,
  ])('G27: rejects the file name %j', async (disposition) => {
    const headers = { ...FILE, 'content-disposition': disposition };
    expect(await failureOf({ headers })).toEqual(['upstream-broken', 'a file without a name', '']);
  });

  it('may have a name of a hundred characters and an extension of five', async () => {
    const disposition = `attachment; filename="${'x'.repeat(100)}.abcde"`;
    const { response } = await ask({ headers: { ...FILE, 'content-disposition': disposition } }, whole);
    expect(response?.headers['content-disposition']).toBe(disposition);
  });

  it.each([
    [404, 'not-found', 'upstream answered 404'],
    [500, 'upstream-failed', 'upstream answered 500'],
    [204, 'upstream-broken', 'upstream answered 204 for a file'],
  ])('G27: rejects the status %i', async (status, kind, note) => {
    expect(await failureOf({ status }, (upstream) => upstream.end(''))).toEqual([kind, note, '']);
  });
});

describe('a file that may be shown', () => {
  const PHOTO = {
    'content-type': 'image/webp',
    'content-disposition': 'inline; filename="DSP-1.webp"',
    etag: '"abc-mini"',
  };

  it('G31: is an image, cached privately by its ETag', async () => {
    const { response } = await ask({ headers: PHOTO, inline: true }, whole);
    expect(response?.headers).toMatchObject({ ...PHOTO, 'cache-control': 'private, no-cache' });
  });

  it('G31: is answered 304 without its bytes while the browser has it', async () => {
    const { response, body, sent, outcome } = await ask(
      { headers: { etag: PHOTO.etag }, inline: true, known: PHOTO.etag, status: 304 },
      (upstream) => upstream.end(),
    );
    expect([response?.statusCode, body, outcome]).toEqual([304, '', undefined]);
    expect(response?.headers).toMatchObject({ etag: PHOTO.etag, 'cache-control': 'private, no-cache' });
    expect(sent[0]?.headers).toHaveProperty('if-none-match', PHOTO.etag);
  });

  it.each(['*', 'W/"abc"', '"a", "b"', '"a b"', `"${'x'.repeat(81)}"`])(
    'G23: the version %s of a browser is not passed on, and a 304 is then rejected',
    async (known) => {
      const { sent, outcome } = await ask({ headers: PHOTO, inline: true, known, status: 304 }, (upstream) =>
        upstream.end(),
      );
      expect(sent[0]?.headers).not.toHaveProperty('if-none-match');
      expect(outcome).toMatchObject({ kind: 'upstream-broken' });
    },
  );

  it('G30: is an attachment if it is not an image, or if the row does not allow display', async () => {
    const csv = { ...PHOTO, 'content-type': 'text/csv' };
    expect(await failureOf({ headers: csv, inline: true })).toEqual(['upstream-broken', 'a file to be shown', '']);
    expect(await failureOf({ headers: PHOTO })).toEqual(['upstream-broken', 'a file to be shown', '']);
    const { response } = await ask({ headers: { ...FILE, etag: PHOTO.etag } }, whole);
    expect(response?.headers).not.toHaveProperty('etag');
  });
});

describe('a download in progress', () => {
  it('G27: is cut if it is larger than its row allows', async () => {
    expect((await ask({ most: 7 }, whole)).body).toBe('uno;dos');
    expect(await failureOf({ most: 6 })).toEqual(['upstream-broken', 'file larger than 6 bytes', 'cut']);
  });

  it('G27: is cut if the upstream response was cut', async () => {
    expect(await failureOf({ complete: false })).toEqual(['upstream-broken', 'file cut', 'cut']);
    const begun = (upstream: PassThrough) =>
      upstream.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    expect(await failureOf({ begun }, (upstream) => upstream.write('uno;'))).toEqual([
      'upstream-broken',
      'answer cut or garbled: ECONNRESET',
      'cut',
    ]);
  });

  it('S41: is aborted at the limit of its row', async () => {
    const begun = (_upstream: PassThrough, limit: AbortController) => {
      limit.abort(new Failure('upstream-timeout', { note: 'by the test' }));
    };
    expect(await failureOf({ begun }, (upstream) => upstream.write('uno;'))).toEqual([
      'upstream-timeout',
      'by the test',
      'cut',
    ]);
  });

  it('S41: is aborted if it does not start within the usual limit', async () => {
    expect(await failureOf({ answers: false }, () => undefined)).toEqual([
      'upstream-timeout',
      'no file within 20 ms',
      '',
    ]);
  });

  const ENDED = ['session-ended', 'session or rights ended during a download', 'cut'];
  const first = (upstream: PassThrough) => upstream.write('uno;');

  it('G6: ends with its session, and with no other', async () => {
    const others: Given['begun'] = (upstream, _limit, { downloads }) => {
      downloads.endOf('another');
      upstream.end('dos');
    };
    expect((await ask({ begun: others }, first)).body).toBe('uno;dos');
    expect(
      await failureOf(
        {
          begun: (_upstream, _limit, { downloads }) => {
            downloads.endOf('k');
          },
        },
        first,
      ),
    ).toEqual(ENDED);
    // It had ended while the service prepared the file, so nothing is sent.
    expect(await failureOf({ stored: undefined }, first)).toEqual([...ENDED.slice(0, 2), '']);
  });

  it('G20: ends when the check finds changed permissions, and not before', async () => {
    const rights = (modules: string[]) => ({ ...LIVE, record: { ...LIVE.record, person: { ...PERSON, modules } } });
    const same: Given['begun'] = (upstream, _limit, { recheck }) => {
      void recheck(rights([])).then(() => upstream.end('dos'));
    };
    expect((await ask({ begun: same }, first)).body).toBe('uno;dos');
    expect(
      await failureOf({ begun: (_upstream, _limit, { recheck }) => void recheck(rights(['U01'])) }, first),
    ).toEqual(ENDED);
  });

  it('waits only for a slow browser', async () => {
    const large = 'x'.repeat(3_000_000);
    const { body } = await ask({ most: 3_000_000 }, (upstream) => upstream.end(large));
    expect(body).toHaveLength(3_000_000);
  });
});
