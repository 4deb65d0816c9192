import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import graphs from '../../demo-map/street-graph.json' with { type: 'json' };
import { lengthOf, placeAside, placeOn, Streets } from './streets.ts';

/** A grid of ten by ten crossings, 0.001° apart, without the pieces that leave the fifth row to the north, except the last. */
function grid(): { streets: Streets; crossing: (row: number, column: number) => Point } {
  const step = 100;
  const nodes = Array.from({ length: 100 }, (_, index) =>
    index === 0 ? [-1_200_000, -7_700_000] : index % 10 === 0 ? [step, -9 * step] : [0, step],
  ).flat();
  const pairs = Array.from({ length: 100 }, (_, node) => [
    ...(node % 10 < 9 ? [[node, 1]] : []),
    ...(node < 90 && (Math.floor(node / 10) !== 4 || node === 49) ? [[node, 10]] : []),
  ]).flat();
  let before = 0;
  const edges = pairs.flatMap(([from = 0, later = 0]) => {
    const difference = from - before;
    before = from;
    return [difference, later];
  });
  return {
    streets: new Streets({ nodes, edges }),
    crossing: (row, column) => ({ lat: -12 + row / 1000, lng: -77 + column / 1000 }),
  };
}

const isNear = (one: Point, other: Point): boolean => metersBetween(one, other) < 1;

describe('Streets', () => {
  const { streets, crossing } = grid();

  it('finds the shortest way, around what is not joined', () => {
    const way = streets.route(crossing(4, 0), crossing(5, 0));
    // To the last column and back.
    expect(lengthOf(way)).toBeCloseTo(
      9 * 2 * metersBetween(crossing(4, 0), crossing(4, 1)) + metersBetween(crossing(4, 9), crossing(5, 9)),
      -1,
    );
    expect(way.some((place) => isNear(place, crossing(4, 9)))).toBe(true);
  });

  it('goes along streets only, from the first place to the last', () => {
    const index = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(index, index, index, index, (row, column, toRow, toColumn) => {
        const [from, to] = [crossing(row, column), crossing(toRow, toColumn)];
        const way = streets.route(from, to);
        expect([way.at(0), way.at(-1)]).toEqual([from, to]);
        for (const [at, place] of way.entries()) {
          const before = way[at - 1] ?? place;
          expect(metersBetween(before, place)).toBeLessThan(112);
        }
      }),
    );
  });

  it('joins the doors of a real city', () => {
    const lima = new Streets(graphs.LIMA);
    const [from, to] = [
      { lat: -12.0842, lng: -77.0352 },
      { lat: -12.1192, lng: -77.0282 },
    ];
    const way = lima.route(from, to);
    const straight = metersBetween(from, to);
    expect(lengthOf(way)).toBeGreaterThan(straight);
    expect(lengthOf(way)).toBeLessThan(2 * straight);
    expect(way.length).toBeGreaterThan(10);
  });
});

describe('a way', () => {
  const { crossing } = grid();
  const way = [crossing(0, 0), crossing(1, 0), crossing(1, 1)];

  it('returns the place and direction after some meters', () => {
    const half = placeOn(way, metersBetween(crossing(0, 0), crossing(1, 0)) / 2);
    expect(half.lat).toBeCloseTo(-11.9995);
    expect(half.heading).toBeCloseTo(0);
    expect(placeOn(way, lengthOf(way) - 10).heading).toBeCloseTo(90);
    expect(isNear(placeOn(way, 1e6), crossing(1, 1))).toBe(true);
  });

  it('can be extended by a place off the street', () => {
    const [from, to] = [crossing(0, 0), crossing(3, 0)];
    for (const turn of [-1, 1]) {
      const aside = placeAside(from, to, 3000, turn);
      const far = metersBetween(from, aside) + metersBetween(aside, to);
      expect(far).toBeGreaterThan(2900);
      expect(far).toBeLessThan(3100);
    }
  });
});
