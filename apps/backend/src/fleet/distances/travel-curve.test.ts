import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bandOf, classOf, curveOf, emptyCells, onCurve, type TravelCell } from './travel-curve.ts';

const MIDDAY = 2;

/** Cells in which drives are 1.5 times the straight distance at 5 m/s. */
const cells = (legs: (cell: TravelCell) => number): TravelCell[] =>
  emptyCells().map((cell) => {
    const along = 1500 * legs(cell);
    return { ...cell, legs: legs(cell), straight: 1000 * legs(cell), along, seconds: along / 5 };
  });

it('finds the hour band by the time of the office, and the class by the straight distance', () => {
  const at = (hour: string, timeZone = 'America/Lima') => bandOf(new Date(`2026-11-20T${hour}:00Z`), timeZone);
  expect(['05:00', '11:59', '12:00', '15:00', '20:59', '21:00', '01:00'].map((hour) => at(hour))).toEqual([
    0, 0, 1, 2, 2, 3, 4,
  ]);
  expect(at('12:00', 'UTC')).toBe(2);
  expect([0, 2000, 2001, 6000, 6001, 90_000].map(classOf)).toEqual([0, 0, 1, 1, 2, 2]);
});

it('uses a cell from 30 legs, otherwise the office from 200, otherwise the defaults', () => {
  const first = ({ metres, minutes }: ReturnType<typeof curveOf>) => [metres[1], minutes[1]];
  const isFirst = ({ band, distanceClass }: TravelCell) => band === MIDDAY && distanceClass === 0;
  const standard = first(curveOf([], MIDDAY));
  expect(standard).toEqual([1400, expect.closeTo(5.6, 5)]);
  const own = first(
    curveOf(
      cells((cell) => (isFirst(cell) ? 30 : 0)),
      MIDDAY,
    ),
  );
  expect(own).toEqual([1500, 5]);
  expect(
    first(
      curveOf(
        cells((cell) => (isFirst(cell) ? 29 : 0)),
        MIDDAY,
      ),
    ),
  ).toEqual(standard);
  // The others drove 7 % farther than by default, and as fast as this band does.
  const other = ({ band, distanceClass }: TravelCell) => band === MIDDAY && distanceClass === 1;
  expect(
    first(
      curveOf(
        cells((cell) => (other(cell) ? 199 : 0)),
        MIDDAY,
      ),
    ),
  ).toEqual(standard);
  expect(
    first(
      curveOf(
        cells((cell) => (other(cell) ? 200 : 0)),
        MIDDAY,
      ),
    ),
  ).toEqual([expect.closeTo((1400 * 1.5) / 1.35, 5), expect.closeTo((5.6 * 1.5) / 1.35, 5)]);
});

it('is slower in the evening peak than by day and by night', () => {
  const minutes = [3, 2, 4, 0].map((band) => onCurve(curveOf([], band).minutes, 10_000));
  expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
  // 10 km along the streets, as the source has them.
  const { metres, minutes: day } = curveOf([], MIDDAY);
  const kilometre = onCurve(day, 10_000) / (onCurve(metres, 10_000) / 1000);
  expect(kilometre * 10).toBeCloseTo(28.5, 0);
});

it('never takes less for more distance, whatever was learned', () => {
  const learned = fc.array(
    fc.record({
      band: fc.nat(4),
      distanceClass: fc.nat(2),
      legs: fc.nat(400),
      straight: fc.integer({ min: 1, max: 1_000_000 }),
      detour: fc.double({ min: 1, max: 3, noNaN: true }),
      speed: fc.double({ min: 1, max: 25, noNaN: true }),
    }),
    { maxLength: 15 },
  );
  const distance = fc.double({ min: 0, max: 60_000, noNaN: true });
  const slow = { band: MIDDAY, distanceClass: 0, legs: 30, straight: 1000, detour: 3, speed: 1 };
  const fast = { ...slow, distanceClass: 1, detour: 1, speed: 25 };
  fc.assert(
    fc.property(learned, fc.nat(4), distance, distance, (rows, band, one, other) => {
      const known = rows.map(({ detour, speed, ...row }) => ({
        ...row,
        along: row.straight * detour,
        seconds: (row.straight * detour) / speed,
      }));
      const { metres, minutes } = curveOf(known, band);
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      for (const values of [metres, minutes]) {
        expect(onCurve(values, less)).toBeGreaterThanOrEqual(0);
        expect(onCurve(values, less)).toBeLessThanOrEqual(onCurve(values, more));
      }
      expect(onCurve(metres, more)).toBeGreaterThanOrEqual(more * (1 - 1e-9));
    }),
    { examples: [[[slow, fast], MIDDAY, 1000, 4000]] },
  );
});
