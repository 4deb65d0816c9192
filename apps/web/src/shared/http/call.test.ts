import { inspect } from 'node:util';
import {
  clientOperations,
  permissionOperations,
  PROBLEM_MEDIA_TYPE,
  type ProblemKind,
  PROBLEMS,
  problemType,
  sessionOperations,
} from '@despacho/contracts';
import { IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { AxiosError, type AxiosAdapter, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { knownAnswers } from '../queries/known-answers.ts';
import { pendingRequests } from './activity.ts';
import { call } from './call.ts';
import { HttpFailure } from './failure.ts';
import { setSamePersonCheck } from './held-writes.ts';
import { http } from './http.ts';
import { type FailureReport, onFailure } from './on-failure.ts';
import { slowReads } from './slow-reads.ts';
import { setTokenRenewal } from './wrong-token.ts';

type Reply =
  | { status: number; data?: unknown; statusText?: string; headers?: Record<string, string> }
  | 'network'
  | 'timeout'
  | 'never';

const problemOf = (kind: ProblemKind) => ({
  status: PROBLEMS[kind].status,
  data: { type: problemType(kind), title: PROBLEMS[kind].title, status: PROBLEMS[kind].status, requestId: 'r-1' },
});

let sent: InternalAxiosRequestConfig[] = [];
let reports: FailureReport[] = [];
let stop: () => void;
const original = http.defaults.adapter;

/** Answers each try with the next reply, then repeats the last one. */
function answerWith(...replies: Reply[]): void {
  const adapter: AxiosAdapter = (config) => {
    sent.push(config);
    const reply = replies[Math.min(sent.length, replies.length) - 1] ?? 'network';
    if (reply === 'network') return Promise.reject(new AxiosError('Network Error', 'ERR_NETWORK', config));
    if (reply === 'timeout') return Promise.reject(new AxiosError('timeout', 'ECONNABORTED', config));
    if (reply === 'never')
      return new Promise((_, reject) => {
        config.signal?.addEventListener?.('abort', () => {
          reject(new AxiosError('canceled', 'ERR_CANCELED', config));
        });
      });
    const { status, data, statusText = '', headers = {} } = reply;
    const response = { status, statusText, data, headers: { 'content-type': PROBLEM_MEDIA_TYPE, ...headers }, config };
    return (config.validateStatus?.(status) ?? false)
      ? Promise.resolve(response)
      : Promise.reject(new AxiosError('refused', 'ERR_BAD_RESPONSE', config, undefined, response));
  };
  http.defaults.adapter = adapter;
}

/** Lets the pauses between tries pass. */
async function settled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5000);
  return work;
}

const failureOf = async (work: Promise<unknown>): Promise<HttpFailure> => {
  const error = await settled(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpFailure);
  return error as HttpFailure;
};

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://despacho.test/' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  sent = [];
  reports = [];
  stop = onFailure((report) => reports.push(report));
  setTokenRenewal(() => Promise.resolve(false));
});
afterEach(() => {
  stop();
  if (original !== undefined) http.defaults.adapter = original;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a read that times out', () => {
  it.each(['timeout', problemOf('upstream-timeout')] as const)(
    'S41: is reported as slow after the first try, until the last one ends: %#',
    async (reply) => {
      answerWith(reply);
      const done = call(clientOperations['clients.list']).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(100);
      expect([sent.length, slowReads.get(), reports.length]).toEqual([1, 1, 0]);
      await settled(done);
      expect([sent.length, slowReads.get(), reports.length]).toEqual([3, 0, 1]);
    },
  );

  it('S41: is not slow in the background, after a quick failure, or once it is aborted', async () => {
    answerWith('timeout');
    const inBackground = call(clientOperations['clients.list'], { background: 'refresh' }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(slowReads.get()).toBe(0);
    await settled(inBackground);
    const abort = new AbortController();
    const aborted = call(clientOperations['clients.list'], { signal: abort.signal }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(slowReads.get()).toBe(1);
    abort.abort();
    await aborted;
    expect(slowReads.get()).toBe(0);
    sent = [];
    answerWith(problemOf('unavailable'));
    const quick = call(clientOperations['clients.list']).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect([sent.length, slowReads.get()]).toEqual([1, 0]);
    await settled(quick);
  });
});

describe('call', () => {
  it('returns what the contract accepts, with unknown fields of a legacy host', async () => {
    answerWith({ status: 200, data: [{ id: 7, razonSocial: 'Café Tostado SAC' }] });
    await expect(call(clientOperations['clients.list'])).resolves.toEqual([{ id: 7, razonSocial: 'Café Tostado SAC' }]);
    expect(sent[0]).toMatchObject({ method: 'get', url: 'https://despacho.test/api/clients' });
  });

  it('fills in encoded parameters, and sends query and body', async () => {
    answerWith({ status: 200, data: {} });
    await call(permissionOperations['permissions.update'], {
      params: { id: 'a b' },
      query: { officeId: 'LIMA' },
      body: { permissionsList: [{ module: 'M01' }] },
    });
    expect(sent[0]).toMatchObject({
      method: 'post',
      url: 'https://despacho.test/api/permission/a%20b',
      params: { officeId: 'LIMA' },
      data: JSON.stringify({ permissionsList: [{ module: 'M01' }] }),
    });
  });

  it('returns the cached response when the gateway confirms it, and the new one otherwise', async () => {
    const known = knownAnswers(new QueryClient());
    const read = () => call(clientOperations['clients.list'], { known });
    const first = [{ id: 7, name: 'Ana' }];
    answerWith(
      { status: 200, data: first, headers: { etag: 'W/"1"' } },
      { status: 304, headers: { etag: 'W/"1"' } },
      { status: 200, data: [], headers: { etag: 'W/"2"' } },
      // Another version of the same response.
      { status: 304, headers: { etag: 'W/"3"' } },
      { status: 304 },
    );
    expect([await read(), await read(), await read(), await read(), await read()]).toEqual([first, first, [], [], []]);
    const offered = sent.map(({ headers }) => headers.get('If-None-Match'));
    expect(offered).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"2"', 'W/"3"']);
  });

  it('fails on a 304 to a request without a cached response', async () => {
    answerWith({ status: 304 });
    expect((await failureOf(call(clientOperations['clients.list']))).status).toBe(304);
  });

  it('fails when a response breaks the contract', async () => {
    answerWith({ status: 200, data: '<!doctype html>' });
    const failure = await failureOf(call(clientOperations['clients.list']));
    expect(failure).toMatchObject({ reason: 'broken', status: 200 });
    expect(sent).toHaveLength(1);
  });

  it.each(['network', 'timeout'] as const)('S41: tries a read three times after %s', async (reply) => {
    answerWith(reply);
    const failure = await failureOf(call(clientOperations['clients.list']));
    expect(failure).toMatchObject({
      reason: reply,
      status: 0,
      message: 'Http failure response for https://despacho.test/api/clients: 0 Unknown Error',
    });
    expect(sent).toHaveLength(3);
  });

  it('S41: succeeds without a report when a later try works', async () => {
    answerWith(problemOf('upstream-timeout'), 'network', { status: 200, data: [] });
    await expect(settled(call(clientOperations['clients.list']))).resolves.toEqual([]);
    expect(sent).toHaveLength(3);
    expect(reports).toEqual([]);
  });

  it('S37: reports once, after the last try', async () => {
    answerWith(problemOf('upstream-timeout'));
    await failureOf(call(clientOperations['clients.list']));
    expect(sent).toHaveLength(3);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      operation: clientOperations['clients.list'],
      background: undefined,
      failure: { status: 504, statusText: 'Gateway Timeout', kind: 'upstream-timeout' },
    });
  });

  it.each(['network', 'timeout', problemOf('upstream-timeout'), problemOf('unavailable')] as Reply[])(
    'S41: sends a write once, whatever its result (%j)',
    async (reply) => {
      answerWith(reply);
      await failureOf(
        call(permissionOperations['permissions.update'], { params: { id: '7' }, body: { permissionsList: [] } }),
      );
      expect(sent).toHaveLength(1);
    },
  );

  it.each([400, 401, 403, 404, 409, 429, 500])('S41: does not retry a read for %i', async (status) => {
    answerWith({ status });
    await failureOf(call(clientOperations['clients.list']));
    expect(sent).toHaveLength(1);
  });

  it('S35: passes on the gateway’s message for a 400', async () => {
    answerWith({ ...problemOf('upstream-rejected'), status: 400 });
    const failure = await failureOf(call(clientOperations['clients.read'], { params: { id: '7' } }));
    expect(failure.message).toBe('Http failure response for https://despacho.test/api/clients/7: 400 Bad Request');
    expect(failure.problem?.title).toBe('El servicio rechazó los datos');
  });

  it('S36: passes on the whole problem document of a 500', async () => {
    const reply = problemOf('upstream-failed');
    answerWith(reply);
    expect((await failureOf(call(clientOperations['clients.list']))).problem).toEqual(reply.data);
  });

  it.each(['network', problemOf('wrong-credentials')] as Reply[])(
    'keeps form input out of a failure',
    async (reply) => {
      answerWith(reply);
      const body = { sucursal: 'LIMA', username: 'ana', password: 'canario-7f3a' };
      const failure = await failureOf(call(sessionOperations['session.login'], { body }));
      // A large depth, because the request that axios keeps contains the password.
      expect(inspect(failure, { depth: 8, showHidden: true })).not.toContain('canario');
    },
  );

  it('stops immediately when aborted, without a report', async () => {
    answerWith('never');
    const abort = new AbortController();
    const work = call(clientOperations['clients.list'], { signal: abort.signal });
    abort.abort(new Error('left the page'));
    await expect(work).rejects.toThrow('left the page');
    expect(reports).toEqual([]);
  });

  it('stops between two tries when aborted', async () => {
    answerWith('network');
    const abort = new AbortController();
    const work = call(clientOperations['clients.list'], { signal: abort.signal });
    await vi.advanceTimersByTimeAsync(100);
    abort.abort(new Error('left the page'));
    await expect(work).rejects.toThrow('left the page');
    expect(sent).toHaveLength(1);
  });

  it('S19: counts for the loading bar until it is over, unless in the background', async () => {
    answerWith({ status: 200, data: [] });
    const counts: number[] = [];
    for (const options of [{}, { background: 'refresh' }, { background: 'touch' }] as const) {
      const work = call(clientOperations['clients.list'], options);
      counts.push(pendingRequests.get());
      await work;
    }
    expect(counts).toEqual([1, 0, 0]);
    answerWith({ status: 500 });
    await failureOf(call(clientOperations['clients.list']));
    expect(pendingRequests.get()).toBe(0);
  });

  it('marks background calls, so that only a touch keeps the session alive', async () => {
    answerWith({ status: 404 });
    for (const mode of [{ background: 'refresh' }, { background: 'touch' }, {}] as const)
      await failureOf(call(clientOperations['clients.list'], mode));
    expect(sent.map(({ headers }) => headers.get('X-Despacho-Background'))).toEqual(['1', undefined, undefined]);
    expect(reports.map(({ background }) => background)).toEqual(['refresh', 'touch', undefined]);
  });

  it('does not report a status that the caller expects', async () => {
    answerWith({ status: 404 });
    await failureOf(call(clientOperations['clients.list'], { expects: 404 }));
    await failureOf(call(clientOperations['clients.list'], { expects: 410 }));
    expect(reports.map(({ failure }) => failure.status)).toEqual([404]);
  });

  it('sends the same idempotency key in each try of a repeatable write, and no other', async () => {
    setTokenRenewal(() => Promise.resolve(true));
    answerWith(problemOf('wrong-csrf-token'), { status: 200, data: {} });
    const ana = { params: { id: '7' }, body: { permissionsList: [] } };
    await call(permissionOperations['permissions.update'], { ...ana, idempotencyKey: 'clave-de-prueba' });
    await call(permissionOperations['permissions.update'], ana);
    const named = sent.map(({ headers }) => headers.get(IDEMPOTENCY_HEADER));
    expect(named).toEqual(['clave-de-prueba', 'clave-de-prueba', undefined]);
  });

  describe('after the session expired', () => {
    const ana = { params: { id: '7' }, body: { permissionsList: [{ module: 'M01' }] } };
    const write = (options = {}) => call(permissionOperations['permissions.update'], { ...ana, ...options });
    let comeBack: (same: boolean) => void;
    let asked: number;

    beforeEach(() => {
      asked = 0;
      setSamePersonCheck(() => {
        asked += 1;
        return new Promise((resolve) => {
          comeBack = resolve;
        });
      });
    });
    const refused = async () => {
      await vi.waitFor(() => {
        expect(asked).toBe(1);
      });
    };

    it.each(['no-session', 'session-ended'] as const)(
      'S10: %s: a write waits without the loading bar, and is sent again after sign-in',
      async (kind) => {
        answerWith(problemOf(kind), { status: 200, data: { done: true } });
        const work = write();
        expect(pendingRequests.get()).toBe(1);
        await refused();
        expect([sent.length, pendingRequests.get(), reports.length]).toEqual([1, 0, 1]);
        comeBack(true);
        await expect(work).resolves.toEqual({ done: true });
        expect(sent).toHaveLength(2);
        expect(sent[1]).toMatchObject({ method: 'post', url: sent[0]?.url, data: sent[0]?.data as string });
        expect([pendingRequests.get(), reports.length]).toEqual([0, 1]);
      },
    );

    it('S10: fails as before if someone else signed in, or nobody', async () => {
      answerWith(problemOf('session-ended'));
      const work = write();
      await refused();
      comeBack(false);
      expect(await failureOf(work)).toMatchObject({ kind: 'session-ended' });
      expect([sent.length, reports.length]).toEqual([1, 1]);
    });

    it('S10: is not sent a third time, and reports the second refusal too', async () => {
      answerWith(problemOf('session-ended'));
      const work = write();
      await refused();
      comeBack(true);
      expect(await failureOf(work)).toMatchObject({ kind: 'session-ended' });
      expect([sent.length, reports.length, asked]).toEqual([2, 2, 1]);
    });

    it('S10: does not resend a request that had reached the service', async () => {
      const { status, data } = problemOf('session-ended');
      answerWith({ status, data: { ...data, forwarded: true } });
      expect(await failureOf(write())).toMatchObject({ status: 401 });
      expect([sent.length, asked]).toEqual([1, 0]);
    });

    it('S10: does not resend after another refusal, or one not from the gateway', async () => {
      for (const reply of [problemOf('wrong-credentials'), { status: 401 }, problemOf('no-module')]) {
        sent = [];
        answerWith(reply);
        await failureOf(write());
        expect([sent.length, asked]).toEqual([1, 0]);
      }
    });

    it('S10: does not hold reads or background writes', async () => {
      answerWith(problemOf('session-ended'));
      await failureOf(call(clientOperations['clients.list']));
      for (const options of [{ background: 'refresh' }, { background: 'touch' }, { held: false }])
        await failureOf(write(options));
      expect(asked).toBe(0);
    });
  });

  describe('after a wrong csrf token', () => {
    const write = () =>
      call(permissionOperations['permissions.update'], { params: { id: '7' }, body: { permissionsList: [] } });

    it('S33: repeats the write once with a fresh token', async () => {
      setTokenRenewal(() => Promise.resolve(true));
      answerWith(problemOf('wrong-csrf-token'), { status: 200, data: {} });
      await expect(write()).resolves.toEqual({});
      expect(sent).toHaveLength(2);
    });

    it('does not try a third time', async () => {
      setTokenRenewal(() => Promise.resolve(true));
      answerWith(problemOf('wrong-csrf-token'));
      expect(await failureOf(write())).toMatchObject({ kind: 'wrong-csrf-token' });
      expect(sent).toHaveLength(2);
    });

    it('does not repeat the write as another user', async () => {
      answerWith(problemOf('wrong-csrf-token'));
      await failureOf(write());
      expect(sent).toHaveLength(1);
    });

    it('does not repeat a write refused for another reason', async () => {
      const renew = vi.fn(() => Promise.resolve(true));
      setTokenRenewal(renew);
      answerWith(problemOf('no-module'));
      await failureOf(write());
      expect(sent).toHaveLength(1);
      expect(renew).not.toHaveBeenCalled();
    });
  });
});
