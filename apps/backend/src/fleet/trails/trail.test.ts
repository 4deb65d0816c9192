import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReachable, type Spot } from '../positions/judge-fixes.ts';
import { GAP_MS, gapsOf, joinGaps, stopsOf, usableFixes } from './trail.ts';

const START = Date.parse('2026-11-20T13:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** About 11 m of latitude. */
const STEP = 0.0001;

/** A part of a day: driving north at 8 m/s, or standing, with a fix every 20 seconds. */
interface Leg {
  moves: boolean;
  fixes: number;
}

/** A drive without errors of the receiver. */
function drive(legs: readonly Leg[]): Spot[] {
  let at = START;
  let lat = -12.2;
  return legs.flatMap(({ moves, fixes }) =>
    Array.from({ length: fixes }, () => {
      at += 20 * SECOND;
      if (moves) lat += 14 * STEP;
      return { at, lat, lng: -77, accuracy: 10 };
    }),
  );
}

const legs = fc.array(fc.record({ moves: fc.boolean(), fixes: fc.integer({ min: 1, max: 30 }) }), {
  minLength: 1,
  maxLength: 8,
});
const drives = legs.map(drive);

const moving = (fixes: number): Leg => ({ moves: true, fixes });
const standing = (fixes: number): Leg => ({ moves: false, fixes });

describe('usableFixes', () => {
  it('keeps all fixes of a drive, in whatever order they arrive', () => {
    fc.assert(
      fc.property(
        drives.chain((fixes) => fc.tuple(fc.constant(fixes), fc.shuffledSubarray(fixes, { minLength: fixes.length }))),
        ([fixes, shuffled]) => {
          expect(usableFixes(shuffled)).toEqual({ fixes, leftOut: 0 });
        },
      ),
    );
  });

  it('leaves out jumps and counts them', () => {
    const jumps = fc.array(fc.tuple(fc.nat(), fc.integer({ min: -9, max: 9 })), { maxLength: 5 });
    fc.assert(
      fc.property(drives, jumps, (fixes, places) => {
        // One between two fixes of the drive, 110 km or more away.
        const wrong = new Map(
          places
            .flatMap(([place, east]) =>
              fixes
                .slice(place % fixes.length)
                .slice(0, 1)
                .map((fix) => ({ ...fix, east })),
            )
            .map(({ at, lat, east }) => [at, { at: at + 10 * SECOND, lat: lat + 1, lng: -77 + east, accuracy: 10 }]),
        );
        fc.pre(wrong.size * 2 < fixes.length);
        const mixed = [...fixes, ...wrong.values()];
        expect(usableFixes(mixed)).toEqual({ fixes, leftOut: wrong.size });
        expect(usableFixes(mixed.toReversed())).toEqual({ fixes, leftOut: wrong.size });
      }),
    );
  });

  it('returns a trail without impossible speeds whatever it receives', () => {
    const anywhere = fc.record({
      at: fc.integer({ min: START, max: START + 20 * MINUTE }),
      lat: fc.double({ min: -12.3, max: -11.9, noNaN: true }),
      lng: fc.double({ min: -77.2, max: -76.8, noNaN: true }),
      accuracy: fc.option(fc.integer({ min: 0, max: 2000 })),
    });
    fc.assert(
      fc.property(fc.array(anywhere, { maxLength: 60 }), (fixes) => {
        const { fixes: usable, leftOut } = usableFixes(fixes);
        expect(usable.length + leftOut).toBe(fixes.length);
        for (const [index, fix] of usable.entries()) {
          const before = usable[index - 1];
          expect(before === undefined || isReachable(before, fix)).toBe(true);
        }
      }),
    );
  });

  it('continues from the right place when the first fix is wrong', () => {
    const fixes = drive([moving(5)]);
    const wrong = { at: START, lat: -11, lng: -77, accuracy: 10 };
    expect(usableFixes([wrong, ...fixes])).toEqual({ fixes, leftOut: 1 });
  });

  it('returns nothing without fixes', () => {
    expect(usableFixes([])).toEqual({ fixes: [], leftOut: 0 });
  });
});

describe('gapsOf', () => {
  it('finds the periods without fixes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 * GAP_MS }), { maxLength: 30 }), (steps) => {
        let at = START;
        const fixes = [{ at }, ...steps.map((step) => ({ at: (at += step) }))];
        const gaps = gapsOf(fixes);
        expect(gaps.map(({ from, to }) => to - from)).toEqual(steps.filter((step) => step > GAP_MS));
      }),
    );
    expect(gapsOf([])).toEqual([]);
  });
});

describe('stopsOf', () => {
  it('finds each stop once, with its minutes', () => {
    const stays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(stays, (lengths) => {
        const fixes = drive(lengths.flatMap((length) => [moving(20), standing(length)]).concat(moving(20)));
        const minutes = stopsOf(fixes).map(({ from, to }) => (to - from) / MINUTE);
        // Standing begins with the last fix of the way there.
        const expected = lengths.map((length) => length / 3).filter((long) => long >= 3);
        expect(minutes).toHaveLength(expected.length);
        for (const [index, long] of minutes.entries()) expect(long).toBeCloseTo(expected[index] ?? NaN);
      }),
    );
  });

  it('returns stops in order that do not overlap, whatever the movement', () => {
    const noise = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(drives, fc.infiniteStream(noise), (fixes, drift) => {
        const moved = fixes.map((fix) => ({ ...fix, lng: fix.lng + STEP * (drift.next().value as number) }));
        let before = -Infinity;
        for (const { from, to } of stopsOf(moved)) {
          expect(from).toBeGreaterThan(before);
          expect(to - from).toBeGreaterThanOrEqual(3 * MINUTE);
          before = to;
        }
      }),
    );
  });

  it('does not split a stop at one fix outside', () => {
    const fixes = drive([moving(10), standing(30), moving(10)]);
    const drifted = fixes.map((fix, index) => (index === 25 ? { ...fix, lng: -77 + 20 * STEP } : fix));
    expect(stopsOf(drifted)).toMatchObject(stopsOf(fixes).map(({ from, to }) => ({ from, to })));
    expect(stopsOf(drifted)).toHaveLength(1);
  });

  it('counts a stay without fixes, unless it is long', () => {
    const there = (minutes: number): Spot => ({ at: START + minutes * MINUTE, lat: -12, lng: -77, accuracy: 10 });
    expect(stopsOf([there(0), there(29)])).toEqual([{ lat: -12, lng: -77, from: START, to: START + 29 * MINUTE }]);
    expect(stopsOf([there(0), there(31)])).toEqual([]);
  });
});

it('joins the gaps with the shortest known way between them', () => {
  const gaps = [
    { from: 0, to: 10 },
    { from: 12, to: 20 },
    { from: 50, to: 60 },
    { from: 61, to: 70 },
    { from: 75, to: 80 },
  ];
  expect(joinGaps(gaps, 5)).toEqual(gaps);
  expect(joinGaps(gaps, 3)).toEqual([
    { from: 0, to: 20 },
    { from: 50, to: 70 },
    { from: 75, to: 80 },
  ]);
  expect(joinGaps(gaps, 1)).toEqual([{ from: 0, to: 80 }]);
});
