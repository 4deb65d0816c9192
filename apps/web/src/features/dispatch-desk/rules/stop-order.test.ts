import { describe, expect, it } from 'vitest';
import { differs, inOrder, movedTo, pendingOrder } from './stop-order.ts';

const stops = (...ids: string[]) => ids.map((id) => ({ id }));

describe('the order of stops', () => {
  it('is the one that was decided on; what has come since is last, what is gone is passed over', () => {
    expect(inOrder(stops('a', 'b', 'c', 'n', 'm'), ['c', 'x', 'a', 'b'])).toEqual(stops('c', 'a', 'b', 'n', 'm'));
    expect(inOrder(stops('a', 'b'), [])).toEqual(stops('a', 'b'));
  });

  it('moves one stop to a place within the list', () => {
    expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
    expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b'], 'x', 0)).toEqual(['a', 'b']);
  });

  it('is another one when any stop stands elsewhere, or there are others', () => {
    expect(differs(stops('a', 'b'), stops('a', 'b'))).toBe(false);
    expect(differs(stops('a', 'b'), stops('b', 'a'))).toBe(true);
    expect(differs(stops('a'), stops('a', 'b'))).toBe(true);
  });

  it('is no longer wanted once the stops stand so: what others decide later is not overwritten', () => {
    const wanted = pendingOrder(['b', 'a'], stops('a', 'b'));
    expect(wanted).toEqual(['b', 'a']);
    const saved = pendingOrder(wanted, stops('b', 'a'));
    expect(saved).toEqual([]);
    expect(inOrder(stops('a', 'b'), pendingOrder(saved, stops('a', 'b')))).toEqual(stops('a', 'b'));
    expect(pendingOrder(['b', 'gone', 'a'], stops('b', 'a'))).toEqual([]);
  });
});
