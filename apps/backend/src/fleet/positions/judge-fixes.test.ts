import { type FixRefusal, metersBetween, placeDoubt as placeDoubtOf, type Point } from '@despacho/contracts/dispatch';
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
  judgeFixes(fixes, { stored: [], suspect: null, spans: WHOLE, placeDoubt: () => null, ...known }, NOW);
/** As of an office in Lima. */
const placeDoubt = (place: Point) => placeDoubtOf(place, [{ lat: -12.06, lng: -77.05 }], 80);
/** About 2 m, as receivers drift. */
const DRIFT = { lat: -12.06002 };

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

  it('marks a jump as doubtful, and continues from the fix before it', () => {
    const far = { lat: -12.5 };
    const { reasons, doubts } = judge([fixAt(-3), fixAt(-2, far), fixAt(-1)]);
    expect([reasons, doubts]).toEqual([
      [null, null, null],
      [null, 'too_fast', null],
    ]);
    // 49 km in half an hour.
    expect(judge([fixAt(-31), fixAt(-1, far)]).doubts).toEqual([null, null]);
  });

  it('ignores a wrong fix that is repeated exactly', () => {
    const far = { lat: -12.5 };
    const fixes = [fixAt(-4), fixAt(-3, far), fixAt(-2.5, far), fixAt(-2, far), fixAt(-1)];
    expect(judge(fixes).doubts).toEqual([null, 'too_fast', 'too_fast', 'too_fast', null]);
  });

  it.each([
    ['in Chile', { lat: -33.4, lng: -70.6 }, 'abroad'],
    ['in Arequipa', { lat: -16.39, lng: -71.54 }, 'far'],
    ['with an impossible speed', { speed: 999 }, 'speed'],
  ] as const)('doubts a first fix %s however often it comes, and accepts the next good one', (_what, wrong, doubt) => {
    const first = judge([fixAt(-5, wrong), fixAt(-4, wrong), fixAt(-3, { ...wrong, accuracy: 12 })], { placeDoubt });
    expect(first).toEqual({ reasons: [null, null, null], doubts: [doubt, doubt, doubt], suspect: null });
    expect(judge([fixAt(-5, wrong), fixAt(-4.9)], { placeDoubt }).doubts).toEqual([doubt, null]);
    // As an earlier release stored it.
    if (doubt === 'abroad')
      expect(judge([fixAt(-4)], { placeDoubt, stored: [fixAt(-5, wrong)] }).doubts).toEqual([null]);
  });

  it('follows a drive out of the area, but not a jump or a gap', () => {
    const east = (minutes: number, km: number) => fixAt(minutes, { lng: -77.05 + km / 108.7 });
    const drive = [70, 78, 86, 94].map((km, index) => east(-40 + 8 * index, km));
    expect(judge(drive, { placeDoubt }).doubts).toEqual([null, null, null, null]);
    expect(judge([east(-40, 70), east(-20, 94)], { placeDoubt }).doubts).toEqual([null, 'far']);
  });

  it('follows a device whose stored position was wrong once two fixes agree', () => {
    const wrong = { stored: [fixAt(-3, { lat: -12.5 })] };
    expect(judge([fixAt(-2), fixAt(-1, DRIFT)], wrong).doubts).toEqual(['too_fast', null]);
    const { doubts, suspect } = judge([fixAt(-2)], wrong);
    expect(doubts).toEqual(['too_fast']);
    expect(judge([fixAt(-1, DRIFT)], { ...wrong, suspect }).doubts).toEqual([null]);
    // A repetition of the same fix confirms nothing.
    expect(judge([fixAt(-2)], { ...wrong, suspect }).doubts).toEqual(['too_fast']);
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
          const { reasons, doubts } = judge(fixes);
          expect([...reasons, ...doubts]).toEqual([...fixes, ...fixes].map(() => null));
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
        expect(judge(fixes).doubts.filter((doubt) => doubt === 'too_fast')).toHaveLength(isTooFast ? 1 : 0);
      }),
    );
  });
});
