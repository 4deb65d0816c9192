import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endWithin, STREAM_LIMITS, watchStalling } from './stream-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream to a client that reads when the test requests it. */
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

it('G36: reports once a client that has read nothing for a minute', async () => {
  const { end, send } = start();
  await send();
  vi.advanceTimersByTime(STREAM_LIMITS.stalled - 1);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10 * STREAM_LIMITS.stalled);
  expect(end).toHaveBeenCalledOnce();
});

it('G36: restarts the minute with each read; a silent stream does not count', async () => {
  const { end, send, take } = start();
  for (let turn = 1; turn <= 5; turn += 1) {
    await send();
    vi.advanceTimersByTime(STREAM_LIMITS.stalled - 1);
    await take();
  }
  vi.advanceTimersByTime(10 * STREAM_LIMITS.stalled);
  expect(end).not.toHaveBeenCalled();
});

it('G36: stops waiting once the response is over', async () => {
  const { end, send, res } = start();
  await send();
  expect(vi.getTimerCount()).toBe(1);
  res.destroy();
  await once(res, 'close');
  expect(vi.getTimerCount()).toBe(0);
  expect(end).not.toHaveBeenCalled();
});

it('G36: does not wait for a client that reads immediately', async () => {
  const source = new PassThrough();
  watchStalling(source, new PassThrough().resume(), STREAM_LIMITS, () => undefined);
  const arrived = once(source, 'data');
  source.write('data: x\n\n');
  await arrived;
  expect(vi.getTimerCount()).toBe(0);
});

/** A response that has ended on our side, and its connection. */
function startEnding() {
  const res = new EventEmitter();
  const socket = { destroy: vi.fn() };
  const out = new Writable();
  endWithin({ socket } as unknown as IncomingMessage, res as unknown as ServerResponse, out, STREAM_LIMITS);
  return { res, socket, out };
}

it('G36: closes the connection of an ended stream that is not read in time', () => {
  const { socket, out } = startEnding();
  expect(out.writableEnded).toBe(true);
  vi.advanceTimersByTime(STREAM_LIMITS.ending - 1);
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(socket.destroy).toHaveBeenCalledOnce();
});

it('G36: keeps the connection of one that was read', () => {
  const { res, socket } = startEnding();
  res.emit('close');
  vi.advanceTimersByTime(10 * STREAM_LIMITS.ending);
  expect(socket.destroy).not.toHaveBeenCalled();
});
