/* oxlint-disable typescript/no-non-null-assertion -- indices are nodes and couriers, and the arrays have one element of each */
import { NONE, type Routes } from './routes.ts';

/** A position is skipped with this probability, so that the greedy insertion varies ("blinks"; the paper's beta). */
const BLINK = 0.01;

/** Inserts stops where they add least to the cost: beside a near stop, in an empty route, else anywhere. */
export class Insertion {
  readonly #routes: Routes;
  readonly #near: Int32Array;
  readonly #width: number;
  readonly #random: () => number;
  /** By courier: equal couriers have an equal number, and only one of them is tried when empty. */
  readonly #kind: Int32Array;
  readonly #seen: Int32Array;
  #stamp = 0;
  #untilBlink = Infinity;
  #cost = 0;
  #after = NONE;
  #opensTrip = false;

  constructor(routes: Routes, near: Int32Array, random: () => number) {
    [this.#routes, this.#near, this.#random] = [routes, near, random];
    this.#width = near.length / routes.stops;
    this.#seen = new Int32Array(routes.next.length);
    const kinds = new Map<string, number>();
    this.#kind = Int32Array.from(routes.problem.couriers, (courier, index) => {
      const key = Object.values({ ...courier, given: null, mayGiveAway: null }).join();
      if (!kinds.has(key)) kinds.set(key, index);
      return kinds.get(key)!;
    });
  }

  /** @returns whether the stop was inserted: not if that costs more than leaving it out, or it may go nowhere. */
  insert(stop: number, isGreedy: boolean): boolean {
    const routes = this.#routes;
    [this.#cost, this.#after] = [routes.unplacedCost[stop]!, NONE];
    this.#stamp++;
    this.#untilBlink = isGreedy ? Infinity : this.#drawBlink();
    for (let index = stop * this.#width; index < (stop + 1) * this.#width; index++) {
      const other = this.#near[index]!;
      const courier = routes.courierOf[other]!;
      if (courier !== NONE && this.#isAllowed(stop, courier)) this.#tryBeside(stop, other);
    }
    this.#tryEmpty(stop);
    if (this.#after === NONE) this.#tryAll(stop);
    if (this.#after === NONE) return false;
    routes.insert(stop, this.#after, this.#opensTrip);
    routes.refresh(routes.courierOf[stop]!);
    return true;
  }

  #isAllowed(stop: number, courier: number): boolean {
    return this.#routes.allowed[stop * this.#routes.couriers + courier] === 1;
  }

  #tryBeside(stop: number, other: number): void {
    const routes = this.#routes;
    if (routes.hasRoom(routes.opening[other]!, stop)) {
      this.#try(stop, routes.prev[other]!, false);
      this.#try(stop, other, false);
    }
    const courier = routes.courierOf[other]!;
    if (routes.next[other]! >= routes.stops && routes.maxTrips(courier) > routes.trips[courier]!)
      this.#tryTrip(stop, other);
  }

  #tryTrip(stop: number, after: number): void {
    if (this.#routes.hasRoomInNew(stop, this.#routes.courierOf[after]!)) this.#try(stop, after, true);
  }

  #tryEmpty(stop: number): void {
    const routes = this.#routes;
    let tried = NONE;
    for (let courier = 0; courier < routes.couriers; courier++) {
      if (routes.size[courier]! > 0 || this.#kind[courier] === tried || !this.#isAllowed(stop, courier)) continue;
      tried = this.#kind[courier]!;
      if (routes.hasRoom(routes.start(courier), stop)) this.#try(stop, routes.start(courier), false);
    }
  }

  #tryAll(stop: number): void {
    const routes = this.#routes;
    for (let courier = 0; courier < routes.couriers; courier++) {
      if (!this.#isAllowed(stop, courier)) continue;
      const end = routes.end(courier);
      for (let node = routes.start(courier); node !== end; node = routes.next[node]!) {
        if (routes.hasRoom(routes.opening[node]!, stop)) this.#try(stop, node, false);
        const isLast = routes.size[courier]! > 0 && routes.next[node]! >= routes.stops;
        if (isLast && routes.maxTrips(courier) > routes.trips[courier]!) this.#tryTrip(stop, node);
      }
    }
  }

  #try(stop: number, after: number, opensTrip: boolean): void {
    if (this.#routes.locked[after] === 1) return;
    if (!opensTrip) {
      if (this.#seen[after] === this.#stamp) return;
      this.#seen[after] = this.#stamp;
    }
    if (--this.#untilBlink < 0) {
      this.#untilBlink = this.#drawBlink();
      return;
    }
    const cost = this.#routes.insertionCost(stop, after, opensTrip, this.#cost);
    if (cost < this.#cost) [this.#cost, this.#after, this.#opensTrip] = [cost, after, opensTrip];
  }

  /** How many positions are tried until the next is skipped: a geometric distribution takes one draw, not one each. */
  #drawBlink(): number {
    return Math.log(1 - this.#random()) / Math.log(1 - BLINK);
  }
}
