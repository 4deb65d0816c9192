import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let page: { documentElement: { setAttribute: (name: string, value: string) => void } };

beforeEach(() => {
  vi.resetModules();
  page = { documentElement: { setAttribute: vi.fn() } };
  vi.stubGlobal('document', page);
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Takes a function away until the test ends. */
function remove(owner: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (!descriptor) throw new Error(`no ${name}`);
  Reflect.deleteProperty(owner, name);
  restore.push(() => Object.defineProperty(owner, name, descriptor));
}
const restore: (() => void)[] = [];
afterEach(() => {
  for (const each of restore.splice(0)) each();
});

it('starts nothing in a browser that is too old, and marks the page', async () => {
  remove(AbortSignal, 'timeout');
  await expect(import('./supported.ts')).rejects.toThrow('too old');
  expect(page.documentElement.setAttribute).toHaveBeenCalledExactlyOnceWith('data-old-browser', '');
});

describe('in Safari 16.4', () => {
  beforeEach(async () => {
    remove(AbortSignal, 'any');
    remove(Map, 'groupBy');
    remove(URL, 'canParse');
    await import('./supported.ts');
    await import('./polyfills.ts');
  });

  it('ends with the first of several signals, and gives its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const any = AbortSignal.any([one.signal, other.signal]);
    expect(any.aborted).toBe(false);
    other.abort('second');
    one.abort('first');
    expect([any.aborted, any.reason]).toEqual([true, 'second']);
    expect(AbortSignal.any([one.signal, other.signal]).reason).toBe('first');
    expect(AbortSignal.any([]).aborted).toBe(false);
  });

  it('groups items by key in their order', () => {
    expect([...Map.groupBy([1, 2, 3, 4], (number, index) => (index < 3 ? number % 2 : 9))]).toEqual([
      [1, [1, 3]],
      [0, [2]],
      [9, [4]],
    ]);
  });

  it('recognizes addresses', () => {
    expect([URL.canParse('https://a.test'), URL.canParse('/b', 'https://a.test'), URL.canParse('/b')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
