/* oxlint-disable typescript/no-non-null-assertion -- indices are stops and couriers, and the arrays have one element of each */
import { NONE, type Route } from './route.ts';
import { type Routes } from './routes.ts';

/** A position is skipped with this probability, so that the greedy insertion varies ("blinks"; the paper's beta). */
const BLINK = 0.01;

/** Inserts stops where they add least to the cost: beside a near stop, in an empty route, else anywhere. */
export class Insertion {
  readonly #all: Routes;
  readonly #random: () => number;
  /** By courier: the first that is equal. Of equal couriers, only one is tried when empty. */
  readonly #kind: number[];
  #blink = 0;
  #cost = 0;
  #route: Route | null = null;
  #at = 0;
  #window: readonly number[] = [];

  constructor(all: Routes, random: () => number) {
    [this.#all, this.#random] = [all, random];
    const kinds = new Map<string, number>();
    this.#kind = all.problem.couriers.map((courier, index) => {
      const key = Object.values({ ...courier, given: null, mayGiveAway: null }).join();
      if (!kinds.has(key)) kinds.set(key, index);
      return kinds.get(key)!;
    });
  }

  /** @returns whether the stop was inserted: not if that costs more than leaving it out, or it may go nowhere. */
  insert(stop: number, isGreedy: boolean): boolean {
    const { unplacedCost, courierOf, routes, at } = this.#all;
    [this.#cost, this.#route, this.#blink] = [unplacedCost[stop]!, null, isGreedy ? 0 : BLINK];
    const window = [stop];
    for (const other of this.#all.near(stop)) {
      const courier = courierOf[other]!;
      if (courier === NONE || !this.#all.isAllowed(stop, courier)) continue;
      this.#try(stop, routes[courier]!, at[other]!, window);
      this.#try(stop, routes[courier]!, at[other]! + 1, window);
    }
    let tried = NONE;
    for (const route of routes) {
      const kind = this.#kind[route.index]!;
      if (route.size > 0 || kind === tried || !this.#all.isAllowed(stop, route.index)) continue;
      tried = kind;
      this.#try(stop, route, 0, window);
    }
    if (this.#apply()) return true;
    for (const route of routes)
      if (this.#all.isAllowed(stop, route.index))
        for (let position = 0; position <= route.nodes.length; position++) this.#try(stop, route, position, window);
    return this.#apply();
  }

  #apply(): boolean {
    const [route, at] = [this.#route, this.#at];
    if (route) this.#all.set(route, route.nodes.toSpliced(at, 0, ...this.#window));
    return route !== null;
  }

  #try(stop: number, route: Route, at: number, window: readonly number[]): void {
    if (at < route.low || at > route.high) return;
    const opensTrip = window.length === 1 && route.mayOpenTrip(stop, at);
    if (opensTrip) this.#try(stop, route, at, [this.#all.home, stop]);
    if (window.length === 1 && !route.hasRoom(stop, at)) return;
    if (this.#random() < this.#blink) return;
    const cost = route.insertionCost(stop, at, window, this.#cost);
    if (cost < this.#cost) [this.#cost, this.#route, this.#at, this.#window] = [cost, route, at, window];
  }
}
