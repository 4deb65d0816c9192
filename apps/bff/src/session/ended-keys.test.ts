import { describe, expect, it } from 'vitest';
import { createEndedKeys } from './ended-keys.ts';

describe('createEndedKeys', () => {
  it('G6: remembers ended sessions for as long as they could have lasted', () => {
    let now = 0;
    const ended = createEndedKeys(1000, () => now);
    ended.add('a');
    now = 999;
    ended.add('b');
    expect([ended.has('a'), ended.has('b'), ended.has('c')]).toEqual([true, true, false]);
    now = 1000;
    ended.add('c');
    expect([ended.has('a'), ended.has('b'), ended.has('c')]).toEqual([false, true, true]);
  });

  it('is bounded: forgets the oldest first', () => {
    const ended = createEndedKeys(1000, () => 0, 2);
    for (const key of ['a', 'b', 'a', 'c']) ended.add(key);
    expect([ended.has('a'), ended.has('b'), ended.has('c')]).toEqual([true, false, true]);
  });
});
