import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

describe('timestamps of log lines', () => {
  it('match those of Date, whatever came before', () => {
    const times = fc.tuple(fc.integer({ min: 0, max: LAST - 3000 }), fc.array(fc.nat(3000), { minLength: 1 }));
    fc.assert(
      fc.property(times, ([start, steps]) => {
        for (const step of steps) expect(isoTime(start + step)).toBe(new Date(start + step).toISOString());
      }),
    );
  });

  it.each([0, 9, 10, 99, 100, 999])('have three digits for %i milliseconds', (milliseconds) => {
    const time = Date.UTC(2026, 10, 22, 8, 30, 5, milliseconds);
    expect(isoTime(time)).toBe(new Date(time).toISOString());
  });
});
