import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyedSlots } from './keyed-slots.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;

class Busy extends Error {}
const turns = () => new KeyedSlots({ count: 1, waitMs: 5000, busy: (reason) => new Busy('busy', { cause: reason }) });

/** Work that the test ends. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const run = vi.fn(() => promise);
  const end = () => {
    resolve('done');
  };
  return { run, end };
}

it('G40: runs tasks of one key in turn, and those of other keys concurrently', async () => {
  const all = turns();
  const [first, second, other] = [work(), work(), work()];
  const one = all.run('LIMA', never, first.run);
  const two = all.run('LIMA', never, second.run);
  const three = all.run('CUSCO', never, other.run);
  await vi.advanceTimersByTimeAsync(0);
  expect([first.run, second.run, other.run].map((each) => each.mock.calls.length)).toEqual([1, 0, 1]);
  first.end();
  expect(await one).toBe('done');
  await vi.advanceTimersByTimeAsync(0);
  expect(second.run).toHaveBeenCalledOnce();
  second.end();
  other.end();
  expect(await Promise.all([two, three])).toEqual(['done', 'done']);
});

it('G40: rejects after five seconds, and keeps the order of the queue', async () => {
  const all = turns();
  const [first, second, third] = [work(), work(), work()];
  const one = all.run('LIMA', never, first.run);
  const two = all.run('LIMA', never, second.run).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4999);
  const three = all.run('LIMA', never, third.run);
  await vi.advanceTimersByTimeAsync(1);
  expect(await two).toEqual(new Busy('busy', { cause: undefined }));
  first.end();
  await one;
  await vi.advanceTimersByTimeAsync(0);
  expect([second.run.mock.calls.length, third.run.mock.calls.length]).toEqual([0, 1]);
  third.end();
  await three;
});

it('G40: frees the place of a disconnected client', async () => {
  const all = turns();
  const [first, second, third] = [work(), work(), work()];
  const gone = new AbortController();
  const one = all.run('LIMA', never, first.run);
  const two = all.run('LIMA', gone.signal, second.run).catch((error: unknown) => error);
  const three = all.run('LIMA', never, third.run);
  gone.abort('left');
  expect(await two).toMatchObject({ cause: 'left' });
  expect(await all.run('LIMA', gone.signal, second.run).catch((error: unknown) => error)).toBeInstanceOf(Busy);
  first.end();
  await one;
  await vi.advanceTimersByTimeAsync(0);
  expect(third.run).toHaveBeenCalledOnce();
  third.end();
  expect(await three).toBe('done');
  expect(second.run).not.toHaveBeenCalled();
});

it('G40: starts the next task when one fails', async () => {
  const all = turns();
  await expect(all.run('LIMA', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await all.run('LIMA', never, () => Promise.resolve(1))).toBe(1);
});

it('G40: rejects what exceeds the queue, and passes each place on in order', async () => {
  const short = new KeyedSlots({ count: 2, waiting: 2, busy: () => new Busy() });
  const begun: string[] = [];
  const enter = async (name: string) => {
    const leave = await short.take('LIMA', never);
    begun.push(name);
    return leave;
  };
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(enter);
  await expect(enter('fifth')).rejects.toThrow(Busy);
  (await first)?.();
  const leaveThird = await third;
  expect(begun).toEqual(['first', 'second', 'third']);
  for (const leave of [await second, leaveThird]) leave?.();
  (await fourth)?.();
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
  await expect(enter('sixth')).resolves.toBeTypeOf('function');
});

it('releases a place once, however often it is left', async () => {
  const all = turns();
  const leave = await all.take('LIMA', never);
  leave();
  const next = await all.take('LIMA', never);
  leave();
  const third = all.take('LIMA', never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await third).toBeInstanceOf(Busy);
  next();
});
