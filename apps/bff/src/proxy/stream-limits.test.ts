import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STREAM_LIMITS, watchStalling } from './stream-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream to a client that takes something when it is told to. */
function start() {
  const end = vi.fn();
  const source = new PassThrough();
  let taken: (() => void) | undefined;
  const res = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      taken = done;
    },
  });
  source.pipe(res, { end: false });
  watchStalling(source, res, STREAM_LIMITS, end);
  return {
    end,
    res,
    send: async () => {
      const arrived = once(source, 'data');
      source.write('data: x\n\n');
      await arrived;
    },
    take: async () => {
      const drained = once(res, 'drain');
      taken?.();
      await drained;
    },
  };
}

it('G36: a client that takes nothing for a minute is told of once', async () => {
  const { end, send } = start();
  await send();
  vi.advanceTimersByTime(STREAM_LIMITS.stalled - 1);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10 * STREAM_LIMITS.stalled);
  expect(end).toHaveBeenCalledOnce();
});

it('G36: the minute begins anew with each time it takes what there is, and silence is none', async () => {
  const { end, send, take } = start();
  for (let turn = 1; turn <= 5; turn += 1) {
    await send();
    vi.advanceTimersByTime(STREAM_LIMITS.stalled - 1);
    await take();
  }
  vi.advanceTimersByTime(10 * STREAM_LIMITS.stalled);
  expect(end).not.toHaveBeenCalled();
});

it('G36: nothing is waited for once the answer is over', async () => {
  const { end, send, res } = start();
  await send();
  expect(vi.getTimerCount()).toBe(1);
  res.destroy();
  await once(res, 'close');
  expect(vi.getTimerCount()).toBe(0);
  expect(end).not.toHaveBeenCalled();
});
