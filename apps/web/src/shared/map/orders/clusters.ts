/** A point on the screen and its item. */
export interface Spot<T> {
  x: number;
  y: number;
  item: T;
}

/** Several spots that are too close together. */
export interface Cluster<T> {
  x: number;
  y: number;
  items: T[];
}

export interface Density {
  /** Side of a cell in pixels. */
  cell: number;
  /** This many in one cell are merged. */
  crowd: number;
}

/** Marks closer than this many pixels hide each other: they are counted at every zoom. */
const STACK = { cell: 5, crowd: 2 };

/** Street level: from this zoom on, only spots at exactly the same place are merged. */
const STREET_ZOOM = 15;

/** @returns which density is merged at a zoom of the map. */
export const densityAt = (zoom: number): Density =>
  zoom < STREET_ZOOM ? { cell: 52, crowd: 5 } : { cell: 10, crowd: 2 };

/**
 * Groups by a grid fixed to the world, so that moving the map changes no group. A few spots stay separate, unless they
 * are stacked, as are orders of which only the district is known.
 * @returns each spot once: alone, or in a cluster at the centre of its spots.
 */
export function clusterSpots<T>(spots: readonly Spot<T>[], density: Density): [Spot<T>[], Cluster<T>[]] {
  const [loose, crowds] = groupByCell(spots, density);
  const [single, stacks] = groupByCell(loose, STACK);
  return withCovered(single, [...crowds, ...stacks]);
}

const MAX_RADIUS = 26;

/** @returns the radius in pixels of the circle of a cluster. */
export const clusterRadius = (count: number): number => Math.min(MAX_RADIUS, 13 + 2.4 * Math.log2(count));

/** Adds what the circle of a cluster would hide to the cluster: spots in it, and smaller clusters with their centre in it. */
function withCovered<T>(single: readonly Spot<T>[], clusters: readonly Cluster<T>[]): [Spot<T>[], Cluster<T>[]] {
  const kept = new Map<string, Cluster<T>[]>();
  const cellOf = (position: number): number => Math.floor(position / MAX_RADIUS);
  const over = ({ x, y }: { x: number; y: number }): Cluster<T> | undefined => {
    for (let column = cellOf(x) - 1; column <= cellOf(x) + 1; column++)
      for (let row = cellOf(y) - 1; row <= cellOf(y) + 1; row++) {
        const near = kept.get(`${column} ${row}`);
        const found = near?.find((each) => Math.hypot(each.x - x, each.y - y) <= clusterRadius(each.items.length));
        if (found) return found;
      }
    return undefined;
  };
  const remaining: Cluster<T>[] = [];
  for (const cluster of clusters.toSorted((one, other) => other.items.length - one.items.length)) {
    const covering = over(cluster);
    if (covering) {
      covering.items.push(...cluster.items);
      continue;
    }
    remaining.push(cluster);
    const key = `${cellOf(cluster.x)} ${cellOf(cluster.y)}`;
    kept.set(key, [...(kept.get(key) ?? []), cluster]);
  }
  let left = [...single];
  // A circle grows with its count, and may then reach another spot.
  for (let before = -1; before !== left.length;) {
    before = left.length;
    left = left.filter((spot) => {
      const covering = over(spot);
      covering?.items.push(spot.item);
      return !covering;
    });
  }
  return [left, remaining];
}

function groupByCell<T>(spots: readonly Spot<T>[], { cell, crowd }: Density): [Spot<T>[], Cluster<T>[]] {
  const cells = new Map<string, Spot<T>[]>();
  for (const spot of spots) {
    const key = `${Math.floor(spot.x / cell)} ${Math.floor(spot.y / cell)}`;
    const there = cells.get(key);
    if (there) there.push(spot);
    else cells.set(key, [spot]);
  }
  const single: Spot<T>[] = [];
  const clusters: Cluster<T>[] = [];
  for (const there of cells.values()) {
    if (there.length < crowd) single.push(...there);
    else clusters.push(middleOf(there));
  }
  return [single, clusters];
}

function middleOf<T>(spots: readonly Spot<T>[]): Cluster<T> {
  const sum = spots.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / spots.length, y: sum.y / spots.length, items: spots.map(({ item }) => item) };
}
