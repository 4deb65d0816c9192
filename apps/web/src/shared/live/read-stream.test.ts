import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStreams } from '#test/stream-server.ts';
import { readStream } from './read-stream.ts';

const SECOND = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = (limit: number) => {
  const [onHeard, ended] = [vi.fn(), vi.fn()];
  const { signal } = new AbortController();
  const place = { url: 'http://x/', lastEventId: 'a.1', signal, limit };
  readStream({ ...place, onOpen: vi.fn(), onHeard, onBlock: vi.fn() }).catch(ended);
  return { onHeard, ended };
};

it.each([
  ['announced every 6 s', { 'Heartbeat-Seconds': '6' }, 6, 15],
  ['every 15 s that are not announced', {}, 15, 40],
])(
  'ends a silent stream, but not after one lost heartbeat: %s',
  async (_title, headers: Record<string, string>, interval, limit) => {
    const send = stubStreams(headers);
    const { onHeard, ended } = read(40 * SECOND);
    // One is lost each time.
    for (let heard = 0; heard < 3; heard += 1) {
      await vi.advanceTimersByTimeAsync(2 * interval * SECOND);
      send(': \n\n');
    }
    await vi.advanceTimersByTimeAsync(0);
    // The headers, and each heartbeat.
    expect(onHeard.mock.calls).toEqual(Array(4).fill([limit * SECOND]));
    await vi.advanceTimersByTimeAsync(limit * SECOND - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(new Error('The event stream fell silent'));
  },
);

it('uses the limit of the stream before until the next one opens', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  const { ended } = read(15 * SECOND);
  await vi.advanceTimersByTimeAsync(15 * SECOND - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});
