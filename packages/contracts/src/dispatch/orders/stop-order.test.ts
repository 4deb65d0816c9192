import { describe, expect, it } from 'vitest';
import { compareStops, numberedOn } from '../platform/working-day.ts';
import { differs, inOrder, isSameOrder, movedTo, pendingOrder } from './stop-order.ts';

const TODAY = '2026-11-21';

const stops = (...ids: string[]) => ids.map((id) => ({ id, date: '2026-11-21' }));

describe('order of stops', () => {
  it('applies the requested order, appends new stops and skips missing ones', () => {
    expect(inOrder(stops('a', 'b', 'c', 'n', 'm'), ['c', 'x', 'a', 'b'], TODAY)).toEqual(
      stops('c', 'a', 'b', 'n', 'm'),
    );
    expect(inOrder(stops('a', 'b'), [], TODAY)).toEqual(stops('a', 'b'));
  });

  it('puts stops left from earlier days among those of today, and both before those of tomorrow', () => {
    const [left, tomorrow] = [
      { id: 'left', date: '2026-11-20' },
      { id: 'tomorrow', date: '2026-11-22' },
    ];
    const all = [left, ...stops('a', 'b'), tomorrow];
    expect(inOrder(all, ['tomorrow', 'b', 'left', 'a'], TODAY)).toEqual([...stops('b'), left, ...stops('a'), tomorrow]);
    expect(inOrder([left, { id: 'undated' }], ['undated', 'left'], TODAY)).toEqual([{ id: 'undated' }, left]);
  });

  it('sorts by the day that a number was given for, then by number', () => {
    const numbered = (id: string, date: string, sequence: number | null, sequenceDay?: string | null) => ({
      ...{ id, date, sequence },
      ...(sequenceDay !== undefined && { sequenceDay }),
    });
    const sorted = [
      numbered('tomorrow, given early', '2026-11-22', 1, '2026-11-21'),
      numbered('last', '2026-11-21', null),
      numbered('third', '2026-11-21', 3, null),
      numbered('second, left', '2026-11-19', 2, '2026-11-21'),
      numbered('first', '2026-11-21', 1),
      numbered('left', '2026-11-20', 7),
      numbered('left, ordered yesterday', '2026-11-18', 6, '2026-11-20'),
    ].toSorted(compareStops);
    expect(sorted.map(({ id }) => id)).toEqual([
      ...['left, ordered yesterday', 'left', 'first', 'second, left', 'third', 'last', 'tomorrow, given early'],
    ]);
    expect([numberedOn(TODAY, '2026-11-20', 2), numberedOn(TODAY, TODAY, 2)]).toEqual([
      { sequence: 2, sequenceDay: TODAY },
      { sequence: 2, sequenceDay: null },
    ]);
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
    const wanted = pendingOrder(['b', 'a'], stops('a', 'b'), TODAY);
    expect(wanted).toEqual(['b', 'a']);
    const saved = pendingOrder(wanted, stops('b', 'a'), TODAY);
    expect(saved).toEqual([]);
    expect(inOrder(stops('a', 'b'), pendingOrder(saved, stops('a', 'b'), TODAY), TODAY)).toEqual(stops('a', 'b'));
    expect(pendingOrder(['b', 'gone', 'a'], stops('b', 'a'), TODAY)).toEqual([]);
  });
});
