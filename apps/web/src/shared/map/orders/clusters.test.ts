import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterRadius, clusterSpots, densityAt, type Spot } from './clusters.ts';

const spot = fc.record({ x: fc.integer({ min: -5000, max: 5000 }), y: fc.integer({ min: -5000, max: 5000 }) });
const spots = fc.array(spot, { maxLength: 300 }).map((all) => all.map((at, item): Spot<number> => ({ ...at, item })));

describe('clusterSpots', () => {
  it('neither drops nor duplicates spots', () => {
    fc.assert(
      fc.property(spots, fc.constantFrom(4, 12, 17), (all, zoom) => {
        const [single, clusters] = clusterSpots(all, densityAt(zoom));
        const items = [...single.map(({ item }) => item), ...clusters.flatMap((each) => each.items)];
        expect(items.sort((a, b) => a - b)).toEqual(all.map(({ item }) => item));
      }),
    );
  });

  it('counts what the circle of a cluster would hide', () => {
    const centre = [0, 1, 2, 3].map((item) => ({ x: 520, y: 520, item }));
    const [hidden, beside] = [
      { x: 532, y: 520, item: 7 },
      { x: 545, y: 520, item: 8 },
    ];
    const [single, clusters] = clusterSpots([...centre, hidden, beside], densityAt(16));
    expect([single, clusters]).toEqual([[beside], [{ x: 520, y: 520, items: [0, 1, 2, 3, 7] }]]);
    fc.assert(
      fc.property(spots, fc.constantFrom(4, 12, 17), (all, zoom) => {
        const [alone, counted] = clusterSpots(all, densityAt(zoom));
        const isHidden = ({ x, y }: Spot<number>): boolean =>
          counted.some((each) => Math.hypot(each.x - x, each.y - y) <= clusterRadius(each.items.length));
        expect(alone.filter(isHidden)).toEqual([]);
      }),
    );
  });

  it('merges crowded spots at their centre and keeps the rest', () => {
    const crowd = [0, 1, 2, 3, 4].map((item) => ({ x: 5 * item, y: 10, item }));
    const apart = { x: 300, y: 300, item: 9 };
    expect(clusterSpots([...crowd, apart], densityAt(12))).toEqual([
      [apart],
      [{ x: 10, y: 10, items: [0, 1, 2, 3, 4] }],
    ]);
    expect(clusterSpots(crowd.slice(1), densityAt(12))[1]).toEqual([]);
  });

  it('counts two spots at one place at every zoom instead of hiding one', () => {
    const stack = [7, 8].map((item) => ({ x: 52, y: 104, item }));
    const beside = { x: 72, y: 104, item: 9 };
    for (const zoom of [4, 12, 14, 17])
      expect(clusterSpots([...stack, beside], densityAt(zoom))).toEqual([[beside], [{ x: 52, y: 104, items: [7, 8] }]]);
  });

  it('at street level, separates spots at different places', () => {
    const near = [
      { x: 1, y: 1, item: 1 },
      { x: 25, y: 1, item: 2 },
    ];
    const same = [...near, { x: 2, y: 2, item: 3 }];
    expect(clusterSpots(near, densityAt(16))[1]).toEqual([]);
    expect(clusterSpots(same, densityAt(16))[1]).toEqual([{ x: 1.5, y: 1.5, items: [1, 3] }]);
  });
});
