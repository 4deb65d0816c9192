import { DEGREE_METERS, metersBetween, type Point } from '@despacho/contracts/dispatch';
import { type StreetGraph } from './demo-map.ts';

/** Crossings to visit next, the one with the least estimate first: a binary heap. */
class Frontier {
  readonly #nodes: number[] = [];
  readonly #estimates: number[] = [];

  push(node: number, estimate: number): void {
    let at = this.#nodes.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = (at - 1) >> 1;
      if ((this.#estimates[parent] ?? 0) <= estimate) break;
      this.#put(at, this.#nodes[parent] ?? 0, this.#estimates[parent] ?? 0);
    }
    this.#put(at, node, estimate);
  }

  /** @returns undefined if it is empty. */
  pop(): number | undefined {
    const [first] = this.#nodes;
    const node = this.#nodes.pop();
    const estimate = this.#estimates.pop();
    if (node === undefined || estimate === undefined || this.#nodes.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if ((this.#estimates[child + 1] ?? Infinity) < (this.#estimates[child] ?? Infinity)) child++;
      if ((this.#estimates[child] ?? Infinity) >= estimate) break;
      this.#put(at, this.#nodes[child] ?? 0, this.#estimates[child] ?? 0);
      at = child;
    }
    this.#put(at, node, estimate);
    return first;
  }

  #put(at: number, node: number, estimate: number): void {
    this.#nodes[at] = node;
    this.#estimates[at] = estimate;
  }
}

/** The streets of one city. */
export class Streets {
  readonly #crossings: Point[] = [];
  readonly #leads: number[][];

  constructor({ nodes, edges }: StreetGraph) {
    for (let index = 0, lat = 0, lng = 0; index < nodes.length; index += 2)
      this.#crossings.push({ lat: (lat += nodes[index] ?? 0) / 1e5, lng: (lng += nodes[index + 1] ?? 0) / 1e5 });
    this.#leads = this.#crossings.map(() => []);
    for (let index = 0, from = 0; index < edges.length; index += 2) {
      from += edges[index] ?? 0;
      const to = from + (edges[index + 1] ?? 0);
      this.#leads[from]?.push(to);
      this.#leads[to]?.push(from);
    }
  }

  /** @returns the crossing nearest to a place. */
  nearest(place: Point): Point {
    return this.#crossings[this.#nearest(place)] ?? place;
  }

  /** @returns the shortest way from a place to another: both, and the crossings between them. */
  route(from: Point, to: Point): Point[] {
    const [start, goal] = [this.#nearest(from), this.#nearest(to)];
    const end = this.#crossings[goal];
    const before = new Int32Array(this.#crossings.length).fill(-1);
    const meters = new Float64Array(this.#crossings.length).fill(Infinity);
    const frontier = new Frontier();
    meters[start] = 0;
    frontier.push(start, 0);
    for (let node = frontier.pop(); end && node !== undefined && node !== goal; node = frontier.pop()) {
      const here = this.#crossings[node];
      for (const next of this.#leads[node] ?? []) {
        const there = this.#crossings[next];
        if (!here || !there) continue;
        const far = (meters[node] ?? 0) + metersBetween(here, there);
        if (far >= (meters[next] ?? 0)) continue;
        meters[next] = far;
        before[next] = node;
        frontier.push(next, far + metersBetween(there, end));
      }
    }
    const way: Point[] = [to];
    for (let node = goal; node >= 0; node = before[node] ?? -1) way.push(this.#crossings[node] ?? to);
    return [...way, from].reverse();
  }

  #nearest({ lat, lng }: Point): number {
    const narrowing = Math.cos((lat * Math.PI) / 180);
    let nearest = 0;
    let least = Infinity;
    for (const [index, crossing] of this.#crossings.entries()) {
      const distance = (crossing.lat - lat) ** 2 + ((crossing.lng - lng) * narrowing) ** 2;
      if (distance >= least) continue;
      nearest = index;
      least = distance;
    }
    return nearest;
  }
}

/** @returns the length of a way in meters. */
export const lengthOf = (way: readonly Point[]): number =>
  way.reduce((sum, point, index) => sum + metersBetween(way[index - 1] ?? point, point), 0);

/** @returns the place after some meters of a way, and where it leads there, in degrees from north, clockwise. */
export function placeOn(way: readonly Point[], meters: number): Point & { heading: number } {
  let left = meters;
  let heading = 0;
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (!from) continue;
    const piece = metersBetween(from, to);
    if (piece === 0) continue;
    const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
    heading = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI;
    const share = left / piece;
    if (share < 1)
      return {
        lat: from.lat + (to.lat - from.lat) * share,
        lng: from.lng + (to.lng - from.lng) * share,
        heading: (heading + 360) % 360,
      };
    left -= piece;
  }
  const end = way.at(-1) ?? { lat: 0, lng: 0 };
  return { ...end, heading: (heading + 360) % 360 };
}

/**
 * @param turn between -1 and 1: to which side.
 * @returns a place from which the ways to two others are together about as long as some meters, as the crow flies.
 */
export function placeAside(from: Point, to: Point, meters: number, turn: number): Point {
  const aside = Math.sqrt(Math.max(0, (meters / 2) ** 2 - (metersBetween(from, to) / 2) ** 2)) / DEGREE_METERS;
  const across = Math.atan2(to.lat - from.lat, to.lng - from.lng) + (Math.PI / 2) * (turn < 0 ? -1 : 1);
  return {
    lat: (from.lat + to.lat) / 2 + Math.sin(across) * aside,
    lng: (from.lng + to.lng) / 2 + Math.cos(across) * aside,
  };
}
