import { clientOperations, sessionOperations } from '@despacho/contracts';
import { AxiosError, type AxiosAdapter, AxiosHeaders } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { earlyReadsUsed, missedEvents, takeEarlyStream } from './early-answers.ts';
import { beginRead, beginStream, dropEarlyReads } from './early-reads.ts';
import { http } from './http.ts';

let sent: string[];
let statuses: number[];
const original = http.defaults.adapter ?? [];
const adapter: AxiosAdapter = (config) => {
  sent.push(`${config.method} ${new URL(config.url ?? '').pathname}`);
  const status = statuses[sent.length - 1] ?? 200;
  const response = { status, statusText: '', data: [], headers: new AxiosHeaders(), config };
  return status < 400
    ? Promise.resolve(response)
    : Promise.reject(new AxiosError('refused', 'ERR_BAD_RESPONSE', config, undefined, response));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'https://despacho.test/' });
  http.defaults.adapter = adapter;
  sent = [];
  statuses = [];
});
afterEach(() => {
  dropEarlyReads();
  missedEvents();
  http.defaults.adapter = original;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readClients = (): Promise<unknown> => call(clientOperations['clients.list'], { logged: true });

it('answers the first call of its address, once', async () => {
  void beginRead('/api/clients');
  await readClients();
  expect(sent).toEqual(['get /api/clients']);
  await readClients();
  expect(sent).toHaveLength(2);
});

it('does not answer a call of another address', async () => {
  void beginRead('/api/clients', { officeId: 'LIMA' });
  await readClients();
  expect(sent).toHaveLength(2);
});

it.each([401, 403])('is requested again after a %i', async (status) => {
  statuses = [status];
  void beginRead('/api/clients');
  await readClients();
  expect(sent).toHaveLength(2);
});

it('counts as the first try when the service failed', async () => {
  statuses = [400];
  void beginRead('/api/clients');
  await expect(readClients()).rejects.toMatchObject({ status: 400 });
  expect(sent).toHaveLength(1);
});

it('is discarded by a write, such as a sign-in', async () => {
  void beginRead('/api/clients');
  await call(sessionOperations['session.logout'], { held: false }).catch(() => undefined);
  await readClients();
  expect(sent).toEqual(['get /api/clients', 'post /api/auth/logout', 'get /api/clients']);
});

it('is discarded after fifteen seconds', async () => {
  void beginRead('/api/clients');
  vi.advanceTimersByTime(15_000);
  await readClients();
  expect(sent).toHaveLength(2);
});

it('throws the reason of a caller that aborted, and reports nothing', async () => {
  void beginRead('/api/clients');
  const signal = AbortSignal.abort(new Error('left'));
  await expect(call(clientOperations['clients.list'], { signal })).rejects.toThrow('left');
});

it('holds events back until the screen has its early answers, for three seconds at most', async () => {
  void beginRead('/api/clients');
  const used = vi.fn();
  void earlyReadsUsed().then(used);
  await vi.advanceTimersByTimeAsync(1000);
  expect(used).not.toHaveBeenCalled();
  await readClients();
  await vi.advanceTimersByTimeAsync(100);
  expect(used).toHaveBeenCalledOnce();
  void beginRead('/api/clients');
  void earlyReadsUsed().then(used);
  await vi.advanceTimersByTimeAsync(3100);
  expect(used).toHaveBeenCalledTimes(2);
  // It is older than the events.
  await readClients();
  expect(sent).toHaveLength(3);
});

describe('the stream that opens with the first reads', () => {
  const signal = new AbortController().signal;
  let ends: AbortSignal[];
  const opens = (ok: boolean): void => {
    ends = [];
    vi.stubGlobal('fetch', (_url: string, { signal: end }: { signal: AbortSignal }) => {
      ends.push(end);
      return Promise.resolve(new Response(null, { status: ok ? 200 : 503 }));
    });
  };

  it('is taken once, and then no read counts as begun before a stream', async () => {
    opens(true);
    void beginRead('/api/orders');
    beginStream('/api/events');
    await takeEarlyStream(signal);
    expect(takeEarlyStream(signal)).toBeUndefined();
    vi.advanceTimersByTime(5000);
    expect(missedEvents()).toBe(false);
    expect(ends.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it.each(['is refused', 'opens long after them'])('covers no reads if it %s', async (what) => {
    opens(what !== 'is refused');
    void beginRead('/api/orders');
    vi.advanceTimersByTime(what === 'is refused' ? 0 : 1001);
    beginStream('/api/events');
    await takeEarlyStream(signal);
    vi.advanceTimersByTime(1001);
    expect(missedEvents()).toBe(true);
    expect(missedEvents()).toBe(false);
  });

  it('ends with the signal of its reader, and untaken when reads are discarded or another tab has one', async () => {
    opens(true);
    const reader = new AbortController();
    beginStream('/api/events');
    await takeEarlyStream(reader.signal);
    reader.abort();
    beginStream('/api/events');
    dropEarlyReads();
    beginStream('/api/events');
    missedEvents();
    expect(ends.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(takeEarlyStream(signal)).toBeUndefined();
  });
});
