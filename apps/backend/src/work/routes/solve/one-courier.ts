/* oxlint-disable typescript/no-non-null-assertion -- indices are positions and nodes of the tour, which the arrays have */
import { nearest } from './nearest.ts';
import { type Courier, type Problem } from './problem.ts';

/** Longest segment that Or-opt moves, nearest nodes tried as new neighbours, longest segments that are exchanged. */
const [MOVED, TRIED, EXCHANGED] = [3, 10, 30];
/** First temperature, in mean legs: a little worse orders are accepted at first. */
const HOTTEST = 0.05;

/**
 * The order of one trip: 2-opt and Or-opt beside near stops, repeated after exchanging two short segments at a random
 * position (a local double bridge). Nodes are local: 0 is the start, then the stops in their given order, then the end.
 */
export class Tour {
  readonly #random: () => number;
  readonly #size: number;
  /** First position that may change: behind the pinned stops. */
  readonly #first: number;
  readonly #tour: Int32Array;
  readonly #at: Int32Array;
  readonly #saved: Int32Array;
  readonly #scratch: Int32Array;
  readonly #near: Int32Array;
  readonly #width: number;
  /** Metres and minutes of each leg as a cost, and minutes alone. */
  readonly #legs: Float64Array;
  readonly #minutes: Float64Array;
  readonly #isSymmetric: boolean;
  /** By position: cost of the legs before it, as driven and in reverse. */
  readonly #ahead: Float64Array;
  readonly #reverse: Float64Array;
  /** By node. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #service: Float64Array;
  readonly #lateMinute: Float64Array;
  readonly #lateStop: Float64Array;
  readonly #begins: number;
  readonly #minuteCost: number;
  readonly #isTimed: boolean;
  /** By position: when it is left, and the cost of waiting and lateness before and at it. */
  readonly #leaves: Float64Array;
  readonly #loss: Float64Array;
  readonly #queue: Int32Array;
  readonly #queued: Uint8Array;
  #queueLength = 0;
  /** Positions that differ from the kept tour. */
  #low = 0;
  #high = 0;
  cost = 0;

  /** @param pinned how many of the first stops keep their places. */
  constructor(problem: Problem, courier: Courier, stops: readonly number[], pinned: number, random: () => number) {
    const { travel, weights } = problem;
    const size = stops.length + 2;
    const end = size - 1;
    [this.#random, this.#size, this.#first] = [random, size, 1 + pinned];
    this.#tour = Int32Array.from({ length: size }, (_, node) => node);
    [this.#at, this.#saved, this.#scratch] = [this.#tour.slice(), this.#tour.slice(), this.#tour.slice()];
    [this.#queue, this.#queued] = [new Int32Array(size), new Uint8Array(size)];
    const places = [courier.start, ...stops.map((stop) => problem.stops[stop]!.place), courier.end];
    [this.#legs, this.#minutes] = [new Float64Array(size * size), new Float64Array(size * size)];
    for (const [i, from] of places.entries())
      for (const [j, to] of places.entries()) {
        if (from === null || to === null) continue;
        const leg = from * travel.places + to;
        this.#minutes[i * size + j] = travel.minutes[leg]!;
        this.#legs[i * size + j] = weights.metre * travel.metres[leg]! + weights.minute * travel.minutes[leg]!;
      }
    this.#isSymmetric = this.#legs.every(
      (cost, leg) => cost === this.#legs[(leg % size) * size + Math.floor(leg / size)],
    );
    const floats = (): Float64Array => new Float64Array(size);
    [this.#ahead, this.#reverse, this.#leaves, this.#loss] = [floats(), floats(), floats(), floats()];
    [this.#from, this.#to] = [floats().fill(-Infinity), floats().fill(Infinity)];
    [this.#service, this.#lateMinute, this.#lateStop] = [floats(), floats(), floats()];
    for (const [index, number] of stops.entries()) {
      const [node, stop] = [index + 1, problem.stops[number]!];
      [this.#from[node], this.#to[node], this.#service[node]] = [stop.from, stop.to, stop.service];
      [this.#lateMinute[node], this.#lateStop[node]] = [
        stop.weight * weights.lateMinute,
        stop.weight * weights.lateStop,
      ];
    }
    [this.#to[end], this.#lateMinute[end]] = [courier.to, weights.lateMinute];
    [this.#begins, this.#minuteCost] = [courier.from, weights.minute];
    this.#isTimed = this.#to.some((to) => to < Infinity) || this.#from.some((from) => from > courier.from);
    // The nearest of each begin with the node itself; start and end are not among them.
    this.#width = Math.min(TRIED + 1, size - 2);
    this.#near = nearest(size, this.#width, (from, to) =>
      from % end === 0 || to % end === 0 ? Infinity : this.#legs[from * size + to]!,
    );
    this.#measure(1);
    this.cost = this.#ahead[end]! + this.#loss[end]!;
    this.#low = size;
  }

  /** @returns indices into the stops as they were given, in their new order. */
  order(): number[] {
    return [...this.#tour.subarray(1, this.#size - 1)].map((node) => node - 1);
  }

  #leg(from: number, to: number): number {
    return this.#legs[from * this.#size + to]!;
  }

  /** Computes what is known by position, from one on. */
  #measure(first: number): void {
    if (first === 1) this.#leaves[0] = this.#begins;
    for (let at = first; at < this.#size; at++) {
      const [last, node] = [this.#tour[at - 1]!, this.#tour[at]!];
      this.#ahead[at] = this.#ahead[at - 1]! + this.#leg(last, node);
      this.#reverse[at] = this.#reverse[at - 1]! + this.#leg(node, last);
      if (!this.#isTimed) continue;
      const arrival = this.#leaves[at - 1]! + this.#minutes[last * this.#size + node]!;
      this.#loss[at] = this.#loss[at - 1]! + this.#lossAt(node, arrival);
      this.#leaves[at] = Math.max(arrival, this.#from[node]!) + this.#service[node]!;
    }
  }

  /** @returns the cost of waiting and lateness at a node. */
  #lossAt(node: number, arrival: number): number {
    const over = arrival - this.#to[node]!;
    if (over > 0) return this.#lateMinute[node]! * over + this.#lateStop[node]!;
    return arrival < this.#from[node]! ? this.#minuteCost * (this.#from[node]! - arrival) : 0;
  }

  /**
   * Searches until `progress`, which counts an iteration, returns 1. An iteration improves around one node, so that time is
   * read often enough in long orders too.
   */
  improve(progress: () => number): void {
    for (let node = 1; node < this.#size - 1; node++) this.#push(node);
    const best = this.#tour.slice();
    let [kept, bestCost] = [this.cost, this.cost];
    const mean = this.#ahead[this.#size - 1]! / this.#size;
    for (let done = progress(); done < 1; done = progress()) {
      if (this.#queueLength === 0) {
        if (this.cost < bestCost - 1e-9) {
          bestCost = this.cost;
          best.set(this.#tour);
        }
        kept = this.#keepBelow(kept - HOTTEST * (1 - done) * mean * Math.log(1 - this.#random()), kept);
        this.#exchange();
      }
      const node = this.#queue[--this.#queueLength]!;
      this.#queued[node] = 0;
      if (this.#improveAt(node)) this.#push(node);
    }
    if (this.cost < bestCost) return;
    this.#tour.set(best);
    this.cost = bestCost;
  }

  /** Keeps the tour if it costs at most `limit`, else goes back to the one that was kept. @returns the cost of that tour. */
  #keepBelow(limit: number, kept: number): number {
    const isKept = this.cost <= limit;
    const [to, from] = isKept ? [this.#saved, this.#tour] : [this.#tour, this.#saved];
    for (let at = this.#low; at <= this.#high; at++) {
      to[at] = from[at]!;
      this.#at[to[at]!] = at;
    }
    if (!isKept) {
      this.cost = kept;
      if (!this.#isSymmetric || this.#isTimed) this.#measure(this.#low);
    }
    [this.#low, this.#high] = [this.#size, 0];
    return this.cost;
  }

  #push(node: number): void {
    if (this.#queued[node] === 1 || node === 0 || node === this.#size - 1) return;
    this.#queued[node] = 1;
    this.#queue[this.#queueLength++] = node;
  }

  #exchange(): void {
    const free = this.#size - 1 - this.#first;
    if (free < 2) return;
    const most = Math.min(EXCHANGED, Math.floor(free / 2));
    const [one, other] = [1 + Math.floor(this.#random() * most), 1 + Math.floor(this.#random() * most)];
    const first = this.#first + Math.floor(this.#random() * (free - one - other + 1));
    this.#rotate(first, first + one, first + one + other - 1, false, false, Infinity);
  }

  /** @returns whether a better place for a node, or a better neighbour, was found. */
  #improveAt(node: number): boolean {
    const tour = this.#tour;
    const at = this.#at[node]!;
    if (at < this.#first) return false;
    const reach =
      Math.max(this.#leg(tour[at - 1]!, node), this.#leg(node, tour[at + 1]!)) + this.#loss[this.#size - 1]!;
    for (let index = node * this.#width + 1; index < (node + 1) * this.#width; index++) {
      const other = this.#near[index]!;
      if (Math.min(this.#leg(node, other), this.#leg(other, node)) >= reach) break;
      const there = this.#at[other]!;
      if (there < this.#first) continue;
      const [low, high] = at < there ? [at, there] : [there, at];
      // 2-opt: the two become neighbours where the route goes on, or where it comes from.
      if (this.#reverseBetween(low + 1, high) || this.#reverseBetween(low, high - 1)) return true;
      for (let length = 1; length <= MOVED; length++) {
        // Or-opt: a segment that begins or ends with the node moves to a side of the other, also reversed.
        for (const first of length === 1 ? [at] : [at, at - length + 1]) {
          const last = first + length - 1;
          if (first < this.#first || last > this.#size - 2 || (there >= first && there <= last)) continue;
          for (const isReversed of length === 1 ? [false] : [false, true]) {
            if (there > last) {
              if (this.#rotate(first, last + 1, there, isReversed, false, 0)) return true;
              if (there - 1 > last && this.#rotate(first, last + 1, there - 1, isReversed, false, 0)) return true;
            } else {
              if (this.#rotate(there, first, last, false, isReversed, 0)) return true;
              if (there + 1 < first && this.#rotate(there + 1, first, last, false, isReversed, 0)) return true;
            }
          }
        }
      }
    }
    return false;
  }

  #reverseBetween(first: number, last: number): boolean {
    const tour = this.#tour;
    if (first >= last) return false;
    const [a, b, c, d] = [tour[first - 1]!, tour[first]!, tour[last]!, tour[last + 1]!];
    let change = this.#leg(a, c) + this.#leg(b, d) - this.#leg(a, b) - this.#leg(c, d);
    if (!this.#isSymmetric) change += this.#turned(first, last);
    if (change >= this.#loss[this.#size - 1]! - 1e-9) return false;
    for (let at = first; at <= last; at++) this.#scratch[at] = tour[first + last - at]!;
    return this.#apply(first, last, change, 0);
  }

  /** @returns what driving a segment in reverse adds. */
  #turned(first: number, last: number): number {
    return this.#reverse[last]! - this.#reverse[first]! - this.#ahead[last]! + this.#ahead[first]!;
  }

  /** Exchanges the segments [first, middle) and [middle, last], each reversed if said, if the cost changes by less than `limit`. */
  #rotate(first: number, middle: number, last: number, turnsOne: boolean, turnsOther: boolean, limit: number): boolean {
    const tour = this.#tour;
    const [a, d] = [tour[first - 1]!, tour[last + 1]!];
    const [b, c] = turnsOne ? [tour[middle - 1]!, tour[first]!] : [tour[first]!, tour[middle - 1]!];
    const [e, f] = turnsOther ? [tour[last]!, tour[middle]!] : [tour[middle]!, tour[last]!];
    let change = this.#leg(a, e) + this.#leg(f, b) + this.#leg(c, d);
    change -= this.#leg(a, tour[first]!) + this.#leg(tour[middle - 1]!, tour[middle]!) + this.#leg(tour[last]!, d);
    if (!this.#isSymmetric && turnsOne) change += this.#turned(first, middle - 1);
    if (!this.#isSymmetric && turnsOther) change += this.#turned(middle, last);
    if (change >= limit + this.#loss[this.#size - 1]! - 1e-9) return false;
    let to = first;
    for (let at = middle; at <= last; at++) this.#scratch[to++] = tour[turnsOther ? middle + last - at : at]!;
    for (let at = first; at < middle; at++) this.#scratch[to++] = tour[turnsOne ? first + middle - 1 - at : at]!;
    return this.#apply(first, last, change, limit);
  }

  /** Replaces positions by those in scratch, if the cost with waiting and lateness changes by less than `limit`. */
  #apply(first: number, last: number, legs: number, limit: number): boolean {
    const change = this.#isTimed ? legs + this.#lossChange(first, last, limit - legs) : legs;
    if (change >= limit - 1e-9) return false;
    [this.#low, this.#high] = [Math.min(this.#low, first), Math.max(this.#high, last)];
    for (const at of [first - 1, last + 1]) this.#push(this.#tour[at]!);
    for (let at = first; at <= last; at++) {
      const node = this.#scratch[at]!;
      [this.#at[node], this.#tour[at]] = [at, node];
    }
    this.#push(this.#tour[first]!);
    this.#push(this.#tour[last]!);
    this.cost += change;
    if (!this.#isSymmetric || this.#isTimed) this.#measure(first);
    return true;
  }

  #lossChange(first: number, last: number, limit: number): number {
    const end = this.#size - 1;
    let [time, node, loss] = [this.#leaves[first - 1]!, this.#tour[first - 1]!, this.#loss[first - 1]!];
    for (let at = first; at <= end; at++) {
      const next = at <= last ? this.#scratch[at]! : this.#tour[at]!;
      const arrival = time + this.#minutes[node * this.#size + next]!;
      loss += this.#lossAt(next, arrival);
      time = Math.max(arrival, this.#from[next]!) + this.#service[next]!;
      node = next;
      if (at > last && time === this.#leaves[at]) return loss - this.#loss[at]!;
      if (loss - this.#loss[end]! >= limit) return loss - this.#loss[end]!;
    }
    return loss - this.#loss[end]!;
  }
}
