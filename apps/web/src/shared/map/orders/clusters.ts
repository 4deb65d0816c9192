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
  return [single, [...crowds, ...stacks]];
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
