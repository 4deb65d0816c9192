import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdLocks, setPower, UNWILLING, WAYS } from '#test/a-browser.ts';
import { barcodeDetector } from './barcode-detector.ts';
import { openCamera } from './camera.ts';
import { openChannel } from './channel.ts';
import { copyText } from './clipboard.ts';
import { readCookie } from './cookies.ts';
import { mayLocate } from './geolocation.ts';
import { exclusively } from './locks.ts';
import { share } from './share.ts';
import { keepStorage } from './storage.ts';
import { vibrate } from './vibrate.ts';
import { stayAwake } from './wake-lock.ts';

const unhandled = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  process.on('unhandledRejection', unhandled.mockClear());
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  // waits: a turn of the event loop, after which an unhandled rejection is reported
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

/** @returns what a call answers within a minute. */
async function answerOf<Value>(call: () => Promise<Value>): Promise<Value | 'nothing'> {
  const answer = Promise.race([call(), new Promise<'nothing'>((resolve) => setTimeout(resolve, 60_000, 'nothing'))]);
  await vi.advanceTimersByTimeAsync(60_000);
  return answer;
}

it.each(WAYS)('announces that nothing was copied where the clipboard %s', async (way) => {
  setPower('clipboard', way, 'writeText');
  expect(await answerOf(() => copyText('a', 'Copiado', 'No se pudo'))).toBe(false);
  expect(document.body.textContent).toBe('No se pudo');
});

it.each(WAYS)('does not use the place where the permission %s', async (way) => {
  setPower('permissions', way, 'query');
  expect(await answerOf(mayLocate)).toBe(false);
});

it.each(WAYS)('has no detector of bar codes where the browser %s', async (way) => {
  const getSupportedFormats = UNWILLING[way];
  vi.stubGlobal('BarcodeDetector', getSupportedFormats && { getSupportedFormats });
  expect(await answerOf(() => barcodeDetector(['qr_code']))).toBeUndefined();
  vi.unstubAllGlobals();
});

it.each(WAYS)('reports that the camera did not open where the browser %s', async (way) => {
  setPower('mediaDevices', way, 'getUserMedia');
  const opening = openCamera({}, new AbortController().signal).then(
    () => 'opened',
    () => 'failed',
  );
  expect(await answerOf(() => opening)).toBe('failed');
  vi.unstubAllGlobals();
});

it('stops a camera that opens after the wait', async () => {
  const stop = vi.fn();
  const late = new Promise((resolve) => setTimeout(resolve, 90_000, { getTracks: () => [{ stop }] }));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => late } });
  const failed = expect(openCamera({}, new AbortController().signal)).rejects.toThrow('did not open');
  await vi.advanceTimersByTimeAsync(90_000);
  await failed;
  expect(stop).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it.each(WAYS)('reads no cookie in a worker where the store %s', async (way) => {
  const get = UNWILLING[way];
  vi.stubGlobal('cookieStore', get && { get });
  vi.stubGlobal('document', undefined);
  const value = answerOf(() => readCookie('XSRF-REPARTO'));
  expect(await value).toBe('');
  vi.unstubAllGlobals();
});

it.each(WAYS)('continues where the browser %s', (way) => {
  setPower('storage', way, 'persist');
  keepStorage();
  setPower('wakeLock', way, 'request');
  stayAwake()();
  if (way === 'lacks') return;
  setPower('share', way);
  share({ url: 'https://despacho.test' });
});

it('releases the screen also if the browser answers later', async () => {
  const release = vi.fn(() => Promise.resolve());
  setPower('wakeLock', 'lacks');
  vi.stubGlobal('navigator', {
    wakeLock: { request: () => new Promise((resolve) => setTimeout(resolve, 1000, { release })) },
  });
  stayAwake()();
  await vi.advanceTimersByTimeAsync(1000);
  expect(release).toHaveBeenCalledOnce();
});

it('does not vibrate without a motor', () => {
  setPower('vibrate', 'lacks');
  vibrate([1]);
});

it.each([
  undefined,
  function Blocked() {
    throw new DOMException('blocked', 'SecurityError');
  },
])('opens a silent channel where there is none (%#)', (Channel) => {
  vi.stubGlobal('BroadcastChannel', Channel);
  const channel = openChannel('a');
  channel.addEventListener('message', unhandled);
  channel.postMessage('b');
  channel.close();
});

it.each(['refuses', 'lacks'] as const)('runs work of one page in turn where the lock %s', async (way) => {
  setPower('locks', way, 'request');
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    done.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const [a, b] = [exclusively('lock', work('a')), exclusively('lock', work('b'))];
  const failed = expect(a).rejects.toThrow('a failed');
  await vi.advanceTimersByTimeAsync(100);
  await failed;
  expect(await b).toBe('b');
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('throws what the work throws, and runs it once', async () => {
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: LockOptions, work: () => Promise<void>) => work() },
  });
  const work = vi.fn(() => Promise.reject(new Error('failed')));
  await expect(exclusively('lock', work)).rejects.toThrow('failed');
  expect(work).toHaveBeenCalledOnce();
});

it('ends the wait for a lock that is never granted', async () => {
  const losePatience = holdLocks();
  const work = vi.fn();
  const waiting = expect(exclusively('lock', work, AbortSignal.timeout(1))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  losePatience();
  await waiting;
  expect(work).not.toHaveBeenCalled();
});
