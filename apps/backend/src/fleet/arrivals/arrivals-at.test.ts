import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Spot } from '../positions/judge-fixes.ts';
import { affectedBy, type Arrival, arrivalsAt, correctionOf, type Door, usableIn } from './arrivals-at.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-11-20T13:00:00Z');
/** A meter of latitude, in degrees. */
const METER = 1 / 111_195;
const DOOR: Door = { lat: -12.06, lng: -77.05, radius: 100 };

/** A fix some meters north of the door. */
const fixAt = (minutes: number, meters: number, accuracy: number | null = 10): Spot => ({
  at: START + minutes * MINUTE,
  lat: DOOR.lat + meters * METER,
  lng: DOOR.lng,
  accuracy,
});
/** In minutes since the start. */
const found = (fixes: readonly Spot[]) =>
  arrivalsAt(DOOR, fixes).map(({ at, until, left }) =>
    [at, until, left].map((time) => (time === null ? null : (time - START) / MINUTE)),
  );

describe('arrivalsAt', () => {
  it('finds when somebody arrived and left', () => {
    const fixes = [fixAt(0, 900), fixAt(1, 400), fixAt(2, 40), fixAt(4, 20), fixAt(8, 40), fixAt(8.5, 400)];
    expect(found(fixes)).toEqual([[2, 8, 8.5]]);
  });

  it('has no end while nothing shows that somebody left', () => {
    expect(found([fixAt(2, 40), fixAt(4, 20)])).toEqual([[2, 4, null]]);
    // Without a signal for a quarter of an hour.
    expect(found([fixAt(2, 40), fixAt(4, 20), fixAt(19, 5000)])).toEqual([[2, 4, null]]);
  });

  it.each<[string, Spot[]]>([
    ['somebody who passes', [fixAt(0, 600), fixAt(0.5, 300), fixAt(1, -40), fixAt(1.5, -300)]],
    ['a traffic light', [fixAt(0, 300), fixAt(0.5, 60), fixAt(1, 60), fixAt(1.5, 60), fixAt(1.9, -300)]],
    ['somebody 150 m away', [fixAt(0, 150), fixAt(10, 150)]],
    ['fixes less accurate than the radius', [fixAt(0, 10, 400), fixAt(5, 10, 400), fixAt(9, 10, 400)]],
    ['jumps to the door', [fixAt(0, 9000), fixAt(1, 0), fixAt(1.1, 9000), fixAt(3, 0), fixAt(3.1, 9000)]],
  ])('ignores %s', (_what, fixes) => {
    expect(found(fixes)).toEqual([]);
  });

  it('counts a stay with fixes in its first minute only, for as long as they show', () => {
    // A ride of 240 m takes a minute at 4 m/s.
    expect(found([fixAt(1, 500), fixAt(2, 0), fixAt(8, 240)])).toEqual([[2, 2, 8]]);
    expect(found([fixAt(1, 500), fixAt(2, 0), fixAt(3, 0), fixAt(9, 240)])).toEqual([[2, 3, 9]]);
    expect(found([fixAt(1, 500), fixAt(2, 0), fixAt(4, 240)])).toEqual([]);
  });

  it('does not split a stay at a fix that drifts, jumps or is inaccurate', () => {
    const stay = [fixAt(0, 500), fixAt(2, 20), fixAt(3, 20), fixAt(4, 20), fixAt(5, 20), fixAt(6, 20), fixAt(7, 500)];
    const more = [fixAt(3.5, 190), fixAt(4.5, 40_000), fixAt(5.5, 600, 500)];
    expect(found(stay)).toEqual([[2, 6, 7]]);
    expect(found([...stay, ...more])).toEqual([[2, 6, 7]]);
  });

  it('finds a second visit', () => {
    const once = [fixAt(0, 900), fixAt(2, 40), fixAt(4, 20), fixAt(6, 900)];
    const again = once.map((fix) => ({ ...fix, at: fix.at + 20 * MINUTE }));
    expect(found([...once, ...again])).toHaveLength(2);
  });
});

/** A part of a day: the time of a fix after the one before, in seconds, and where it is. */
const step = fc.record({
  seconds: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 60, max: 40 * 60 }) },
  ),
  /** Meters from the door, by what the courier does: standing, near, passing, or an impossible jump. */
  meters: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -60, max: 60 }) },
    { weight: 3, arbitrary: fc.integer({ min: 60, max: 260 }) },
    { weight: 3, arbitrary: fc.integer({ min: 260, max: 900 }) },
    { weight: 1, arbitrary: fc.integer({ min: 20_000, max: 90_000 }) },
  ),
  accuracy: fc.oneof(fc.integer({ min: 3, max: 40 }), fc.constantFrom(null, 90, 150, 800)),
  /** How often the same thing is repeated, so that there are stays. */
  times: fc.integer({ min: 1, max: 20 }),
});

const movement = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  let at = START;
  return steps.flatMap(({ seconds, meters, accuracy, times }) =>
    Array.from({ length: times }, () => {
      at += seconds * SECOND;
      return fixAt((at - START) / MINUTE, meters, accuracy);
    }),
  );
});

/** The same movement, in batches: in order, or as a phone sends them that had no signal. */
const inBatches = movement.chain((fixes) =>
  fc.record({
    fixes: fc.constant(fixes),
    order: fc.oneof(
      fc.constant(fixes),
      fc.shuffledSubarray(fixes, { minLength: fixes.length }),
      fc.integer({ min: 0, max: fixes.length }).map((at) => [...fixes.slice(at), ...fixes.slice(0, at)]),
    ),
    size: fc.integer({ min: 1, max: 40 }),
  }),
);

const within = <T extends { at: number }>(rows: readonly T[], from: number, to: number): T[] =>
  rows.filter(({ at }) => at >= from && at < to);

describe('arrivals of random movements', () => {
  it('are the same for any order of fixes and for a repeated batch', () => {
    fc.assert(
      fc.property(inBatches, ({ fixes, order, size }) => {
        let stored: Arrival[] = [];
        const known: Spot[] = [];
        for (let from = 0; from < order.length; from += size) {
          const batch = order.slice(from, from + size);
          known.push(...batch);
          const times = batch.map(({ at }) => at);
          const affected = affectedBy({ from: Math.min(...times), to: Math.max(...times) });
          const { changed, needed } = affected;
          const usable = usableIn(within(known, needed.from, needed.to), affected);
          const correct = () => {
            const meeting = stored.filter(({ at, until }) => until >= changed.from && at <= changed.to);
            return correctionOf(DOOR, { usable, stored: meeting }, changed);
          };
          const { removed, put } = correct();
          const gone = new Set([...removed, ...put].map(({ at }) => at));
          stored = [...stored.filter(({ at }) => !gone.has(at)), ...put];
          // A phone repeats a batch whose receipt it did not get.
          expect(correct()).toEqual({ removed: [], put: [], isNews: false });
        }
        expect(stored.toSorted((one, other) => one.at - other.at)).toEqual(arrivalsAt(DOOR, fixes));
      }),
      { numRuns: 300 },
    );
  });

  it('are near the stop, each once', () => {
    fc.assert(
      fc.property(movement, (fixes) => {
        let before = -Infinity;
        for (const { at, until, left } of arrivalsAt(DOOR, fixes)) {
          expect(at).toBeGreaterThan(before);
          expect((left ?? until) - at).toBeGreaterThanOrEqual(90 * SECOND);
          expect(fixes.some((fix) => fix.at === until)).toBe(true);
          const first = fixes.find((fix) => fix.at === at);
          expect(Math.abs((first?.lat ?? 0) - DOOR.lat) / METER).toBeLessThanOrEqual(101);
          if (left !== null) expect(left).toBeGreaterThanOrEqual(until);
          before = left ?? until;
        }
        expect(arrivalsAt({ ...DOOR, lat: DOOR.lat - 1 }, fixes)).toEqual([]);
      }),
    );
  });
});
