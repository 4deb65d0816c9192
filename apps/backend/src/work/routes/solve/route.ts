/* oxlint-disable typescript/no-non-null-assertion -- positions are below the lengths of the arrays */
import { type Courier, type Problem } from './problem.ts';

export const NONE = -1;

/** What a route reads of the search: see `Routes`. */
export interface SearchState {
  readonly problem: Problem;
  readonly home: number;
  readonly place: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly service: Float64Array;
  readonly courierOf: Int32Array;
  readonly at: Int32Array;
  readonly givenTo: Int32Array;
  readonly pin: Int32Array;
  readonly leastLateMinute: number;
  lateness: (stop: number, arrival: number) => number;
  legCost: (from: number, to: number) => number;
}

/**
 * The route of a courier while it is searched. `nodes` are stops and, between two trips, `SearchState.home`; a position is an
 * index of it, and its length is the position of the end. What is known by position makes most changes O(1).
 */
export class Route {
  nodes: readonly number[] = [];
  cost = 0;
  /** Number of stops. */
  size = 0;
  trips = 1;
  /**
   * Positions where something may be inserted: behind the last pinned stop that is at its position, and before the first
   * that is not, to fill the gap.
   */
  low = 0;
  high = 0;
  /** Cost of lateness and of waiting. */
  loss = 0;
  readonly index: number;
  readonly #all: SearchState;
  readonly #courier: Courier;
  #orders = 0;
  #late = 0;
  #waited = 0;
  /** By position: the place, when it is reached, and when the position before it was left. */
  readonly #place: number[] = [];
  readonly #arrives: number[] = [];
  readonly #left: number[] = [];
  /** By position: metres up to it; minutes waited and cost of lateness before it. */
  readonly #metresTo: number[] = [];
  readonly #waitedTo: number[] = [];
  readonly #lateTo: number[] = [];
  /** By position: the longest delay that makes nothing late from there on. */
  readonly #slack: number[] = [];
  /** By position: the trip. By trip: its load, and how many of its stops the courier did not have before. */
  readonly #tripAt: number[] = [];
  readonly #load: { orders: number; grams: number; others: number }[] = [];

  constructor(all: SearchState, index: number) {
    [this.#all, this.index, this.#courier] = [all, index, all.problem.couriers[index]!];
  }

  /** Replaces the route. */
  set(nodes: readonly number[]): void {
    const { problem, home, pin, from, to, service, givenTo, courierOf, at: positionOf } = this.#all;
    const { travel, weights, stops } = problem;
    const { start, end, from: begin, to: shiftEnd } = this.#courier;
    let [time, last, metres, waited, late] = [begin, start ?? NONE, 0, 0, 0];
    let [size, trip, orders, isEarly, isBroken] = [0, 0, 0, false, false];
    [this.nodes, this.low, this.high] = [nodes, 0, nodes.length];
    this.#load[0] = { orders: 0, grams: 0, others: 0 };
    for (let at = 0; at <= nodes.length; at++) {
      const node = nodes[at] ?? NONE;
      const place = node === NONE ? (end ?? NONE) : this.#placeOf(node);
      this.#left[at] = time;
      if (last >= 0 && place >= 0 && nodes.length > 0) {
        metres += travel.metres[last * travel.places + place]!;
        time += travel.minutes[last * travel.places + place]!;
      }
      last = place;
      [this.#place[at], this.#arrives[at], this.#metresTo[at]] = [place, time, metres];
      [this.#waitedTo[at], this.#lateTo[at], this.#tripAt[at]] = [waited, late, trip];
      if (node === NONE) break;
      if (node === home) {
        this.#load[++trip] = { orders: 0, grams: 0, others: 0 };
        continue;
      }
      [courierOf[node], positionOf[node]] = [this.index, at];
      if (pin[node]! > size && !isEarly) [isEarly, this.high] = [true, at];
      else if (pin[node] === NONE) isBroken ||= isEarly;
      else if (!isEarly) this.low = at + 1;
      const [stop, load] = [stops[node]!, this.#load[trip]!];
      size++;
      orders += stop.orders;
      load.orders += stop.orders;
      load.grams += stop.grams;
      if (givenTo[node] !== this.index) load.others++;
      late += this.#all.lateness(node, time);
      waited += Math.max(0, from[node]! - time);
      time = Math.max(time, from[node]!) + service[node]!;
    }
    let slack = Math.max(0, shiftEnd - time);
    this.#slack[nodes.length] = slack;
    for (let at = nodes.length - 1; at >= 0; at--) {
      const [node, arrival] = [nodes[at]!, this.#arrives[at]!];
      slack = Math.max(0, Math.min(to[node]! - arrival, slack + Math.max(0, from[node]! - arrival)));
      this.#slack[at] = slack;
    }
    if (size > 0) late += weights.lateMinute * Math.max(0, time - shiftEnd);
    [this.size, this.trips, this.#orders, this.#late, this.#waited] = [size, trip + 1, orders, late, waited];
    this.loss = late + weights.minute * waited;
    const work = weights.metre * metres + weights.minute * (time - begin);
    const cost = weights.courier + work + weights.squaredOrders * orders ** 2 + late;
    this.cost = size === 0 ? 0 : isBroken ? Infinity : cost;
  }

  #placeOf(node: number): number {
    return node === this.#all.home ? this.#courier.start! : this.#all.place[node]!;
  }

  /** Whether a stop may join the trip of a position. A courier's own stops may exceed the capacity. */
  hasRoom(stop: number, at: number): boolean {
    return this.#fits(stop, this.#load[this.#tripAt[at]!]!);
  }

  #fits(stop: number, { orders, grams, others }: { orders: number; grams: number; others: number }): boolean {
    const { problem, givenTo } = this.#all;
    const { maxOrders, maxGrams } = this.#courier;
    const added = problem.stops[stop]!;
    const isWithin = orders + added.orders <= maxOrders && grams + added.grams <= maxGrams;
    return isWithin || (others === 0 && givenTo[stop] === this.index);
  }

  /** Whether a stop may begin a trip at a position: the end of another trip. */
  mayOpenTrip(stop: number, at: number): boolean {
    const isEnd = at > 0 && (at === this.nodes.length || this.nodes[at] === this.#all.home);
    return isEnd && this.trips < this.#courier.trips && this.#fits(stop, { orders: 0, grams: 0, others: 0 });
  }

  /**
   * @param window the nodes to insert: a stop, which may begin a trip.
   * @returns what this adds to the cost. A result of at least `limit` may be less than what it adds.
   */
  insertionCost(stop: number, at: number, window: readonly number[], limit: number): number {
    const { stops, weights } = this.#all.problem;
    const added = stops[stop]!.orders;
    const cost = weights.squaredOrders * added * (added + 2 * this.#orders) + (this.size === 0 ? weights.courier : 0);
    return cost + this.change(at, at, window, limit - cost);
  }

  /**
   * @param window replaces the positions from `first` to before `last`.
   * @returns how this changes metres, minutes and lateness. A result of at least `limit` may be less than the change.
   */
  change(first: number, last: number, window: readonly number[], limit: number): number {
    const { problem, from, service } = this.#all;
    const { travel, weights } = problem;
    let place = first === 0 ? (this.#courier.start ?? NONE) : this.#place[first - 1]!;
    let time = this.#left[first]!;
    let cost =
      weights.metre * ((first === 0 ? 0 : this.#metresTo[first - 1]!) - this.#metresTo[last]!) +
      this.#lateTo[first]! -
      this.#lateTo[last]!;
    for (let index = 0; index <= window.length; index++) {
      const node = window[index] ?? NONE;
      const next = node === NONE ? this.#place[last]! : this.#placeOf(node);
      if (place >= 0 && next >= 0) {
        cost += weights.metre * travel.metres[place * travel.places + next]!;
        time += travel.minutes[place * travel.places + next]!;
      }
      if (node === NONE) break;
      cost += this.#all.lateness(node, time);
      if (cost >= limit) return cost;
      time = Math.max(time, from[node]!) + service[node]!;
      place = next;
    }
    return cost >= limit ? cost : cost + this.#delay(last, time, limit - cost);
  }

  /** @returns the change of lateness and minutes if a position is reached at a time; at least `limit` may be less. */
  #delay(at: number, time: number, limit: number): number {
    const { leastLateMinute, problem, from, service } = this.#all;
    const { minute, lateMinute } = problem.weights;
    const delay = time - this.#arrives[at]!;
    // Waiting absorbs a delay.
    const delayOfEnd = (): number => Math.max(0, delay - this.#waited + this.#waitedTo[at]!);
    if (delay >= 0 && delay <= this.#slack[at]!) return minute > 0 ? minute * delayOfEnd() : 0;
    const least = leastLateMinute * (delay - this.#slack[at]!);
    if (delay > 0 && least >= limit) return least;
    let cost = this.#lateTo[at]! - this.#late;
    for (; at < this.nodes.length; at++) {
      const node = this.nodes[at]!;
      cost += this.#all.lateness(node, time);
      if (cost >= limit) return cost;
      const wasLeft = this.#left[at + 1]!;
      time = Math.max(time, from[node]!) + service[node]!;
      if (time === wasLeft) return cost + this.#late - this.#lateTo[at + 1]!;
      time += this.#arrives[at + 1]! - wasLeft;
    }
    cost += lateMinute * Math.max(0, time - this.#courier.to);
    return cost + minute * (time - this.#arrives[at]!);
  }

  /** @returns the cost of the leg between two positions; -1 is the start. */
  leg(one: number, other: number): number {
    const [from, to] = [one < 0 ? (this.#courier.start ?? NONE) : this.#place[one]!, this.#place[other]!];
    return from < 0 || to < 0 ? 0 : this.#all.legCost(from, to);
  }

  /** @returns the route without some stops, and without trips that are then empty. */
  without(removed: readonly number[]): number[] {
    const { home } = this.#all;
    const kept: number[] = [];
    for (const node of this.nodes)
      if (node === home ? kept.length > 0 && kept.at(-1) !== home : !removed.includes(node)) kept.push(node);
    if (kept.at(-1) === home) kept.pop();
    return kept;
  }
}
