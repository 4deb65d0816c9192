import { DEGREE_METERS } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { stopsOf } from '../trails/trail.ts';
import { type Leg, legsOf, sumLegs } from './legs.ts';
import { curveOf } from './travel-curve.ts';

const START = Date.parse('2026-11-20T16:00:00Z');
const SECOND = 1000;

interface Move {
  /** Meters from the start. */
  to: [north: number, east: number];
  speed: number;
  everySeconds?: number;
}

/** Ten minutes at the start, then the moves, then ten minutes at the end. */
function drive(moves: readonly Move[], receiverDrift = 0) {
  let at = START;
  let [north, east] = [0, 0];
  const fixes: { at: number; lat: number; lng: number; accuracy: number }[] = [];
  const add = (seconds: number): void => {
    at += seconds * SECOND;
    const drift = receiverDrift * (fixes.length % 2);
    fixes.push({
      at,
      lat: -12 + (north + drift) / DEGREE_METERS,
      lng: -77 + east / DEGREE_METERS / Math.cos((12 * Math.PI) / 180),
      accuracy: 10,
    });
  };
  const stay = (): void => {
    for (let fix = 0; fix < 40; fix++) add(15);
  };
  stay();
  for (const { to, speed, everySeconds = 15 } of moves) {
    const [fromNorth, fromEast] = [north, east];
    const steps = Math.ceil(Math.hypot(to[0] - north, to[1] - east) / (speed * everySeconds));
    for (let step = 1; step <= steps; step++) {
      north = fromNorth + ((to[0] - fromNorth) * step) / steps;
      east = fromEast + ((to[1] - fromEast) * step) / steps;
      add(everySeconds);
    }
  }
  stay();
  return fixes;
}

const legs = (moves: readonly Move[], receiverDrift = 0) => {
  const fixes = drive(moves, receiverDrift);
  return legsOf(fixes, stopsOf(fixes));
};

it('measures the way and the time between two stops', () => {
  const [leg, ...others] = legs([
    { to: [1500, 0], speed: 5 },
    { to: [1500, 1500], speed: 5 },
  ]);
  expect(others).toEqual([]);
  expect(leg?.straight).toBeGreaterThan(2050);
  expect(leg?.straight).toBeLessThan(2150);
  expect((leg?.along ?? 0) / (leg?.straight ?? 1)).toBeCloseTo(Math.SQRT2, 1);
  expect((leg?.along ?? 0) / (leg?.seconds ?? 1)).toBeCloseTo(5, 0);
});

it('does not count the drift of a receiver as a way', () => {
  const [leg] = legs([{ to: [0, 3000], speed: 5, everySeconds: 2 }], 20);
  expect((leg?.along ?? 0) / (leg?.straight ?? 1)).toBeLessThan(1.3);
});

it.each<[string, Move[]]>([
  [
    'a way of which two minutes are unknown',
    [
      { to: [1500, 0], speed: 5 },
      { to: [3000, 0], speed: 5, everySeconds: 125 },
    ],
  ],
  ['stops of one place', [{ to: [170, 0], speed: 5 }]],
  [
    'a way to somewhere else in between',
    [
      { to: [4000, 0], speed: 8 },
      { to: [0, 1000], speed: 8 },
    ],
  ],
  ['a speed above that of any street', [{ to: [9000, 0], speed: 30 }]],
  ['a walk that is slower than a walk', [{ to: [1500, 0], speed: 0.8, everySeconds: 110 }]],
])('leaves out %s', (_, moves) => {
  expect(legs(moves)).toEqual([]);
});

/** Drives at midday in Lima. */
const honest = (count: number, speed: number, detour = 1.4): Leg[] =>
  Array.from({ length: count }, (_, index) => {
    const straight = 800 + 50 * (index % 5);
    return { at: START, straight, along: straight * detour, seconds: (straight * detour) / speed };
  });
const figures = (couriers: Leg[][]) => {
  const cell = sumLegs(couriers, 'America/Lima').find(({ band, distanceClass }) => band === 2 && distanceClass === 0);
  return {
    legs: cell?.legs,
    detour: (cell?.along ?? 0) / (cell?.straight ?? 1),
    speed: (cell?.along ?? 0) / (cell?.seconds ?? 1),
  };
};

it('sums a day by band and class, with at most eight legs of each courier', () => {
  const cells = sumLegs([honest(20, 5), honest(3, 5)], 'America/Lima');
  expect(cells).toHaveLength(15);
  expect(cells.filter((cell) => cell.legs > 0)).toMatchObject([{ band: 2, distanceClass: 0, legs: 11 }]);
  expect(figures([honest(20, 5), honest(3, 5)])).toEqual({
    legs: 11,
    detour: expect.closeTo(1.4, 9) as number,
    speed: expect.closeTo(5, 9) as number,
  });
});

it('does not follow a phone that invents hundreds of drives', () => {
  // As fast and as straight as a plausible leg can be.
  const invented = honest(500, 25, 1);
  const { detour, speed } = figures([honest(4, 5), honest(6, 5.5), honest(5, 6), invented]);
  expect(detour).toBeCloseTo(1.4, 9);
  expect(speed).toBeLessThanOrEqual(6);
  const { minutes } = curveOf(
    sumLegs([honest(8, 5), honest(8, 5), honest(8, 5), honest(8, 5), invented], 'America/Lima'),
    2,
  );
  expect(minutes[1]).toBeCloseTo((1000 * 1.4) / 5 / 60, 9);
});
