import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

const patient = new AbortController().signal;
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('createKeyedQueue', () => {
  it('runs work of one key in order, never concurrently, and continues after a failure', async () => {
    const queue = createKeyedQueue();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await soon();
      seen.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run('LIMA', patient, work(name))));
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('runs other keys meanwhile', async () => {
    const queue = createKeyedQueue();
    const stuck = Promise.withResolvers<undefined>();
    const first = queue.run('LIMA', patient, () => stuck.promise);
    expect(await queue.run('CUSCO', patient, () => Promise.resolve('passed'))).toBe('passed');
    stuck.resolve(undefined);
    await first;
  });

  it('S41: rejects work that waits too long, without starting it or changing the order', async () => {
    const queue = createKeyedQueue();
    const stuck = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    const first = queue.run('LIMA', patient, () => stuck.promise);
    const limit = new AbortController();
    const note = (name: string) => () => Promise.resolve(begun.push(name));
    const second = queue.run('LIMA', limit.signal, note('second'));
    const third = queue.run('LIMA', patient, note('third'));
    limit.abort(new Error('too late'));
    await expect(second).rejects.toThrow('too late');
    await soon();
    expect(begun).toEqual([]);
    stuck.resolve(undefined);
    await Promise.all([first, third]);
    expect(begun).toEqual(['third']);
    const late = queue.run('LIMA', limit.signal, note('late'));
    await expect(late).rejects.toThrow('too late');
    expect(begun).toEqual(['third']);
  });

  it('S41: never starts work whose wait is already over, whatever the reason', async () => {
    const queue = createKeyedQueue();
    const begun: string[] = [];
    const work = (name: string) => () => Promise.resolve(begun.push(name));
    const over = new AbortController();
    over.abort('a text, which is no error');
    const stuck = Promise.withResolvers<undefined>();
    const first = queue.run('LIMA', patient, () => stuck.promise);
    await expect(queue.run('LIMA', over.signal, work('late'))).rejects.toThrow('given up');
    stuck.resolve(undefined);
    await first;
    expect(begun).toEqual([]);
  });
});
