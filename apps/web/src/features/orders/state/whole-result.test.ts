import { expect, it, vi } from 'vitest';
import { WholeResult } from './whole-result.ts';

/** A request that the test resolves. */
function aReading() {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  let signal: AbortSignal | undefined;
  const read = (given: AbortSignal): Promise<readonly string[]> => {
    signal = given;
    return promise;
  };
  return { read, resolve, reject, isAborted: () => signal?.aborted };
}

it('returns all orders and reports whether it is loading', async () => {
  const onReading = vi.fn();
  const whole = new WholeResult(onReading);
  const reading = aReading();
  const answer = whole.read(reading.read);
  expect(onReading.mock.calls).toEqual([[true]]);
  reading.resolve(['1', '2']);
  expect(await answer).toEqual(['1', '2']);
  expect(onReading.mock.calls).toEqual([[true], [false]]);
});

it('returns undefined after it was cancelled', async () => {
  const onReading = vi.fn();
  const whole = new WholeResult(onReading);
  const reading = aReading();
  const answer = whole.read(reading.read);
  whole.cancel();
  expect([reading.isAborted(), onReading.mock.lastCall]).toEqual([true, [false]]);
  reading.resolve(['1', '2']);
  expect(await answer).toBeUndefined();
});

it('cancels an earlier request and keeps the later one', async () => {
  const onReading = vi.fn();
  const whole = new WholeResult(onReading);
  const [first, second] = [aReading(), aReading()];
  const answers = [whole.read(first.read), whole.read(second.read)];
  first.reject(new DOMException('', 'AbortError'));
  expect(await answers[0]).toBeUndefined();
  expect(onReading.mock.lastCall).toEqual([true]);
  second.resolve(['3']);
  expect(await answers[1]).toEqual(['3']);
});

it('passes on errors', async () => {
  const whole = new WholeResult(vi.fn());
  const reading = aReading();
  const answer = whole.read(reading.read);
  reading.reject(new Error('no'));
  await expect(answer).rejects.toThrow('no');
});
