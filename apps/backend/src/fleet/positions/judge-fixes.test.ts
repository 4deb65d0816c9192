import { type FixRefusal, metersBetween } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeFixes, type Spot } from './judge-fixes.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** About 11 m of latitude. */
const STEP = 0.0001;
const WHOLE = [{ from: -Infinity, to: Infinity }];

const fixAt = (minutes: number, more: Partial<Spot> = {}): Spot => ({
  at: NOW + minutes * MINUTE,
  lat: -12.06,
  lng: -77.05,
  accuracy: 10,
  ...more,
});
const judge = (fixes: Spot[], known: Partial<Parameters<typeof judgeFixes>[1]> = {}) =>
  judgeFixes(fixes, { stored: [], suspect: null, spans: WHOLE, ...known }, NOW);

describe('judgeFixes', () => {
  it.each<[string, Spot, FixRefusal | null]>([
    ['two minutes ahead', fixAt(2), null],
    ['more than two minutes ahead', fixAt(2.1), 'future'],
    ['two days old', fixAt(-2 * 24 * 60), null],
    ['older than two days', fixAt(-2 * 24 * 60 - 1), 'too_old'],
    ['beyond the pole', fixAt(0, { lat: -90.1 }), 'outside'],
    ['beyond the date line', fixAt(0, { lng: 180.1 }), 'outside'],
    ['at 0/0', fixAt(0, { lat: 0, lng: 0 }), 'no_signal'],
    ['on the equator', fixAt(0, { lat: 0, lng: -76 }), null],
    ['within 2 km', fixAt(0, { accuracy: 2000 }), null],
    ['worse than 2 km', fixAt(0, { accuracy: 2001 }), 'inaccurate'],
    ['of a negative radius', fixAt(0, { accuracy: -1 }), 'inaccurate'],
    ['without a radius', fixAt(0, { accuracy: null }), null],
  ])('a fix %s: %s', (_what, fix, reason) => {
    expect(judge([fix]).reasons).toEqual([reason]);
  });

  it('accepts fixes between «Salí a ruta» and «Cierre» only', () => {
    const fixes = [fixAt(-181), fixAt(-180), fixAt(-120), fixAt(-119), fixAt(-61), fixAt(-60)];
    const spans = [
      { from: NOW - 3 * HOUR, to: NOW - 2 * HOUR },
      { from: NOW - HOUR, to: Infinity },
    ];
    const reasons = ['before_start', null, null, 'after_end', 'after_end', null];
    expect(judge(fixes, { spans }).reasons).toEqual(reasons);
    expect(judge(fixes, { spans: [] }).reasons).toEqual(fixes.map(() => 'before_start'));
  });

  it('refuses a jump, and continues from the fix before it', () => {
    const far = { lat: -12.5 };
    expect(judge([fixAt(-3), fixAt(-2, far), fixAt(-1)]).reasons).toEqual([null, 'too_fast', null]);
    // 49 km in half an hour.
    expect(judge([fixAt(-31), fixAt(-1, far)]).reasons).toEqual([null, null]);
  });

  it('follows a device whose stored position was wrong once two fixes agree', () => {
    const wrong = { stored: [fixAt(-3, { lat: -12.5 })] };
    expect(judge([fixAt(-2), fixAt(-1)], wrong).reasons).toEqual(['too_fast', null]);
    const { reasons, suspect } = judge([fixAt(-2)], wrong);
    expect(reasons).toEqual(['too_fast']);
    expect(judge([fixAt(-1)], { ...wrong, suspect }).reasons).toEqual([null]);
    // A repetition of the same fix confirms nothing.
    expect(judge([fixAt(-2)], { ...wrong, suspect }).reasons).toEqual(['too_fast']);
  });

  it('accepts a walk in any order and number of repetitions', () => {
    const walk = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: -5, max: 5 })), {
        minLength: 1,
        maxLength: 60,
      })
      .map((steps) => {
        let [at, lat] = [NOW - 24 * HOUR, -12.06];
        return steps.map(([seconds, north]): Spot => {
          at += seconds * 1000;
          // At most 5 m a second.
          lat += (north * seconds * STEP) / 11;
          return { at, lat, lng: -77.05, accuracy: 10 };
        });
      });
    fc.assert(
      fc.property(
        walk.chain((fixes) => fc.shuffledSubarray([...fixes, ...fixes], { minLength: 1 })),
        (fixes) => {
          expect(judge(fixes).reasons).toEqual(fixes.map(() => null));
        },
      ),
    );
  });

  it('never accepts two fixes in a row that nobody can travel between, unless a third confirms the second', () => {
    const spot = fc.record({
      at: fc.integer({ min: NOW - 2 * HOUR, max: NOW }),
      lat: fc.double({ min: -13, max: -11, noNaN: true }),
      lng: fc.constant(-77.05),
      accuracy: fc.constant(10),
    });
    fc.assert(
      fc.property(fc.uniqueArray(spot, { minLength: 2, maxLength: 2, selector: ({ at }) => at }), (fixes) => {
        const [one, other] = fixes.toSorted((a, b) => a.at - b.at) as [Spot, Spot];
        const seconds = Math.max(1, (other.at - one.at) / 1000);
        const isTooFast = metersBetween(one, other) - 20 > seconds * 56;
        expect(judge(fixes).reasons.filter((reason) => reason === 'too_fast')).toHaveLength(isTooFast ? 1 : 0);
      }),
    );
  });
});
