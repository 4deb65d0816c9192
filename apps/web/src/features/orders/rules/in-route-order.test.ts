import { describe, expect, it } from 'vitest';
import { inRouteOrder } from './in-route-order.ts';

const stop = (id: string, sequence: number | null, dueAt = '2026-11-21T15:00:00Z', date = '2026-11-21') => ({
  id,
  sequence,
  dueAt,
  date,
});

describe('inRouteOrder', () => {
  it('sorts by route position, then orders without one by due time', () => {
    const stops = [
      stop('c', null, '2026-11-21T18:00:00Z'),
      stop('b', 10),
      stop('d', null, '2026-11-21T16:00:00Z'),
      stop('a', 2),
    ];
    expect(inRouteOrder(stops).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
    expect(stops[0]?.id).toBe('c');
  });

  it('sorts stops left from earlier days before the stops of the day', () => {
    const stops = [
      stop('b', 1),
      stop('c', 2),
      stop('a', 2, '2026-11-20T15:00:00Z', '2026-11-20'),
      stop('d', null),
      stop('oldest', 7, '2026-11-19T15:00:00Z', '2026-11-19'),
    ];
    expect(inRouteOrder(stops).map(({ id }) => id)).toEqual(['oldest', 'a', 'b', 'c', 'd']);
    // Once somebody ordered the stops of the day.
    const numbered = stops.map((each) => (each.id === 'a' ? { ...each, sequenceDay: '2026-11-21' } : each));
    expect(inRouteOrder(numbered).map(({ id }) => id)).toEqual(['oldest', 'b', 'a', 'c', 'd']);
  });
});
