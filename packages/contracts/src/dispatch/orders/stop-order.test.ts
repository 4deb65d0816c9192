import { describe, expect, it } from 'vitest';
import { differs, inOrder, isSameOrder, movedTo, pendingOrder } from './stop-order.ts';

const stops = (...ids: string[]) => ids.map((id) => ({ id, date: '2026-11-21' }));

describe('order of stops', () => {
  it('applies the requested order, appends new stops and skips missing ones', () => {
    expect(inOrder(stops('a', 'b', 'c', 'n', 'm'), ['c', 'x', 'a', 'b'])).toEqual(stops('c', 'a', 'b', 'n', 'm'));
    expect(inOrder(stops('a', 'b'), [])).toEqual(stops('a', 'b'));
  });

  it('keeps stops left from earlier days before the stops of the day', () => {
    const left = { id: 'left', date: '2026-11-20' };
    const others = stops('a', 'b');
    expect(inOrder([left, ...others], ['b', 'a', 'left'])).toEqual([left, ...stops('b', 'a')]);
    expect(inOrder([left, ...others], movedTo(['left', 'a', 'b'], 'left', 2))).toEqual([left, ...others]);
  });

  it('moves one stop within the list', () => {
    expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
    expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b'], 'x', 0)).toEqual(['a', 'b']);
  });

  it('is the same if only stops were added or removed', () => {
    expect(isSameOrder(['a', 'b', 'c'], ['a', 'x', 'c'])).toBe(true);
    expect(isSameOrder(['a', 'b', 'c'], ['c', 'a'])).toBe(false);
    expect(isSameOrder([], ['a'])).toBe(true);
  });

  it('differs if a stop moved, was added or was removed', () => {
    expect(differs(stops('a', 'b'), stops('a', 'b'))).toBe(false);
    expect(differs(stops('a', 'b'), stops('b', 'a'))).toBe(true);
    expect(differs(stops('a'), stops('a', 'b'))).toBe(true);
  });

  it('is dropped once applied, so that later changes are not overwritten', () => {
    const wanted = pendingOrder(['b', 'a'], stops('a', 'b'));
    expect(wanted).toEqual(['b', 'a']);
    const saved = pendingOrder(wanted, stops('b', 'a'));
    expect(saved).toEqual([]);
    expect(inOrder(stops('a', 'b'), pendingOrder(saved, stops('a', 'b')))).toEqual(stops('a', 'b'));
    expect(pendingOrder(['b', 'gone', 'a'], stops('b', 'a'))).toEqual([]);
  });
});
