import { describe, expect, it } from 'vitest';
import { inRouteOrder } from './in-route-order.ts';

const stop = (id: string, sequence: number | null, dueAt = '2026-11-21T15:00:00Z') => ({ id, sequence, dueAt });

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
});
