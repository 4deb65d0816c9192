import { describe, expect, it } from 'vitest';
import { ScrollMemory, scrollAfter } from './scroll-memory.ts';

describe('after a navigation', () => {
  it('S21: a new page starts at the top', () => {
    expect(scrollAfter('PUSH', false)).toBe('top');
    expect(scrollAfter('PUSH', true)).toBe('top');
    expect(scrollAfter('REPLACE', false)).toBe('top');
  });

  it('S21: back and forward return to where one was', () => {
    expect(scrollAfter('POP', false)).toBe('restore');
  });

  it('a search written into the address leaves the panel alone', () => {
    expect(scrollAfter('REPLACE', true)).toBe('keep');
  });
});

describe('scroll memory', () => {
  it('S21: keeps a position per entry of the history', () => {
    const memory = new ScrollMemory();
    memory.save('a', 120);
    memory.save('b', 7);
    memory.save('a', 340);
    expect([memory.of('a'), memory.of('b'), memory.of('c')]).toEqual([340, 7, 0]);
  });

  it('S21: survives a reload', () => {
    const memory = new ScrollMemory();
    memory.save('a', 120);
    expect(new ScrollMemory(memory.serialise()).of('a')).toBe(120);
  });

  it.each([null, '', 'no json', '{}', '[1]', '[["a","x"]]'])('starts anew from %j', (saved) => {
    expect(new ScrollMemory(saved).of('a')).toBe(0);
  });

  it('forgets the oldest of too many, not one just used', () => {
    const memory = new ScrollMemory();
    memory.save('first', 1);
    memory.save('second', 2);
    memory.save('first', 3);
    for (let entry = 0; entry < 59; entry += 1) memory.save(`k${entry}`, entry);
    expect([memory.of('first'), memory.of('second')]).toEqual([3, 0]);
  });
});
