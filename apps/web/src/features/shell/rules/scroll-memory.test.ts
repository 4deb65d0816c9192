import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFirstVisit, memoryKey, ScrollMemory, scrollAfter } from './scroll-memory.ts';

const other = { isSamePage: false, isFirstVisit: false };

describe('scrollAfter', () => {
  it('S21: a new page starts at the top', () => {
    expect(scrollAfter('PUSH', other)).toBe('top');
    expect(scrollAfter('PUSH', { ...other, isSamePage: true })).toBe('top');
    expect(scrollAfter('REPLACE', other)).toBe('top');
  });

  it('S21: back and forward restore the position', () => {
    expect(scrollAfter('POP', other)).toBe('restore');
  });

  it('S21: a typed or bookmarked URL opens at the top', () => {
    expect(scrollAfter('POP', { ...other, isFirstVisit: true })).toBe('top');
  });

  it('a search that only changes the URL keeps the scroll position', () => {
    expect(scrollAfter('REPLACE', { ...other, isSamePage: true })).toBe('keep');
  });
});

describe('an entry not created by the router', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const loadedBy = (type: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);

  it.each([
    ['navigate', 'default', true],
    ['reload', 'default', false],
    ['back_forward', 'default', false],
    ['navigate', 'k3y', false],
  ])('S21: loaded by %s with the key %s is a first visit: %s', (type, key, expected) => {
    loadedBy(type);
    expect(isFirstVisit({ key })).toBe(expected);
  });

  it('S21: is identified by its URL', () => {
    const clients = { key: 'default', pathname: '/clients', search: '?q=a' };
    expect(memoryKey(clients)).toBe('/clients?q=a');
    expect(memoryKey({ ...clients, key: 'k3y' })).toBe('k3y');
  });
});

describe('ScrollMemory', () => {
  it('S21: keeps a position per history entry', () => {
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

  it.each([null, '', 'no json', '{}', '[1]', '[["a","x"]]'])('starts empty from invalid data %j', (saved) => {
    expect(new ScrollMemory(saved).of('a')).toBe(0);
  });

  it('drops the least recently used entry above the limit', () => {
    const memory = new ScrollMemory();
    memory.save('first', 1);
    memory.save('second', 2);
    memory.save('first', 3);
    for (let entry = 0; entry < 59; entry += 1) memory.save(`k${entry}`, entry);
    expect([memory.of('first'), memory.of('second')]).toEqual([3, 0]);
  });
});
