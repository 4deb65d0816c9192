/* oxlint-disable typescript/no-non-null-assertion -- indices are stops and couriers, and the arrays have one element of each */
import { type Problem, type Stop } from './problem.ts';
import { tripsOf } from './trips-of.ts';
import { NONE, Route, type SearchState } from './route.ts';

/** So many stops near each are known: a stop is inserted beside them, and strings are removed from their routes. */
const NEAR = 30;

/** The routes of all couriers while they are searched, with what the search reads most often in arrays by stop. */
export class Routes implements SearchState {
  readonly problem: Problem;
  readonly routes: Route[];
  /** The node that stands for a return to the start. */
  readonly home: number;
  readonly place: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly service: Float64Array;
  readonly unplacedCost: Float64Array;
  readonly leastLateMinute: number;
  /** Courier of each stop, NONE without one, and its position; who had it before, and its position if it is pinned. */
  readonly courierOf: Int32Array;
  readonly at: Int32Array;
  readonly givenTo: Int32Array;
  readonly pin: Int32Array;
  readonly #lateMinute: Float64Array;
  readonly #lateStop: Float64Array;
  readonly #allowed: Uint8Array;
  readonly #near: Int32Array[] = [];
  /** The routes of the last `keep`, and the couriers whose routes differ. */
  #kept: (readonly number[])[] = [];
  readonly #touched = new Set<Route>();

  /** Starts with the given orders; all other stops are in no route. */
  constructor(problem: Problem) {
    const { stops, couriers, weights } = problem;
    [this.problem, this.home] = [problem, stops.length];
    // The return to the start has no window and no service.
    const table = (of: (stop: Stop) => number, home = 0): Float64Array => Float64Array.from([...stops.map(of), home]);
    [this.from, this.to] = [table(({ from }) => from, -Infinity), table(({ to }) => to, Infinity)];
    [this.place, this.service] = [Int32Array.from(stops, ({ place }) => place), table(({ service }) => service)];
    this.#lateMinute = table(({ weight }) => weight * weights.lateMinute);
    this.#lateStop = table(({ weight }) => weight * weights.lateStop);
    this.unplacedCost = table(({ weight }) => weight * weights.unplaced);
    this.leastLateMinute = stops.reduce((least, { weight }) => Math.min(least, weight), 1) * weights.lateMinute;
    const none = (): Int32Array => new Int32Array(stops.length + 1).fill(NONE);
    [this.courierOf, this.at, this.givenTo, this.pin] = [none(), none(), none(), none()];
    this.#allowed = new Uint8Array(stops.length * couriers.length);
    for (const [stop, { couriers: takers }] of stops.entries())
      for (const taker of takers ?? couriers.keys()) this.#allowed[stop * couriers.length + taker] = 1;
    this.routes = couriers.map((_, courier) => new Route(this, courier));
    for (const [courier, { given, mayGiveAway }] of couriers.entries())
      for (const [index, { stop, isPinned }] of given.entries()) {
        this.givenTo[stop] = courier;
        if (isPinned) this.pin[stop] = index;
        if (isPinned || !mayGiveAway) {
          this.#allowed.fill(0, stop * couriers.length, (stop + 1) * couriers.length);
          this.unplacedCost[stop] = Infinity;
        }
        this.#allowed[stop * couriers.length + courier] = 1;
      }
    for (const route of this.routes) {
      const trips = tripsOf(problem, couriers[route.index]!);
      this.set(
        route,
        trips.flatMap((trip, index) => (index === 0 ? trip : [this.home, ...trip])),
      );
    }
    this.keep();
  }

  isAllowed(stop: number, courier: number): boolean {
    return this.#allowed[stop * this.routes.length + courier] === 1;
  }

  /** @returns the cost of arriving at a stop at a time. */
  lateness(stop: number, arrival: number): number {
    const over = arrival - this.to[stop]!;
    return over > 0 ? this.#lateMinute[stop]! * over + this.#lateStop[stop]! : 0;
  }

  /** @returns the cost of metres and minutes between two places. */
  legCost(from: number, to: number): number {
    const { travel, weights } = this.problem;
    const leg = from * travel.places + to;
    return weights.metre * travel.metres[leg]! + weights.minute * travel.minutes[leg]!;
  }

  /** @returns the nearest stops of a stop, itself first, by the cost there and back. */
  near(stop: number): Int32Array {
    return (this.#near[stop] ??= this.#findNear(stop));
  }

  #findNear(stop: number): Int32Array {
    const { stops, travel, weights } = this.problem;
    const near = new Int32Array(Math.min(NEAR, stops.length));
    const costs = new Float64Array(near.length).fill(Infinity);
    // Minutes decide where nothing else does.
    const minute = weights.minute + weights.metre > 0 ? weights.minute : 1;
    const from = this.place[stop]! * travel.places;
    for (let other = 0; other < stops.length; other++) {
      const [there, back] = [from + this.place[other]!, this.place[other]! * travel.places + this.place[stop]!];
      const metres = weights.metre * (travel.metres[there]! + travel.metres[back]!);
      const cost = other === stop ? -1 : metres + minute * (travel.minutes[there]! + travel.minutes[back]!);
      let rank = Math.min(other, near.length - 1);
      if (rank === near.length - 1 && cost >= costs[rank]!) continue;
      for (; rank > 0 && costs[rank - 1]! > cost; rank--)
        [costs[rank], near[rank]] = [costs[rank - 1]!, near[rank - 1]!];
      [costs[rank], near[rank]] = [cost, other];
    }
    return near;
  }

  /** @returns the mean cost of a leg, in metres and minutes, to the placed stops. */
  meanLeg(): number {
    const legs = this.routes.flatMap((route) => route.nodes.map((_, at) => route.leg(at - 1, at)));
    return legs.reduce((sum, leg) => sum + leg, 0) / Math.max(1, legs.length);
  }

  /** @returns the stops of each trip of a courier. */
  tripsOf(courier: number): number[][] {
    const trips: number[][] = [[]];
    for (const node of this.routes[courier]!.nodes)
      if (node === this.home) trips.push([]);
      else trips.at(-1)!.push(node);
    return trips.filter((trip) => trip.length > 0);
  }

  /** @returns the cost of all routes, and of the stops in none. */
  cost(left: readonly number[]): number {
    const routes = this.routes.reduce((sum, { cost }) => sum + cost, 0);
    return left.reduce((sum, stop) => sum + this.unplacedCost[stop]!, routes);
  }

  /** Replaces a route. Stops that it loses are in none until they are inserted in another. */
  set(route: Route, nodes: readonly number[]): void {
    this.#touched.add(route);
    for (const node of route.nodes) this.courierOf[node] = NONE;
    route.set(nodes);
  }

  /** @returns the routes to which `undo` goes back: the present ones. */
  keep(): readonly (readonly number[])[] {
    for (const { index, nodes } of this.#touched) this.#kept[index] = nodes;
    this.#touched.clear();
    return this.#kept;
  }

  /** Goes back to the routes of the last `keep`, or to others. */
  undo(to?: readonly (readonly number[])[]): void {
    if (to) {
      this.#kept = [...to];
      for (const route of this.routes) this.#touched.add(route);
    }
    for (const { nodes } of this.#touched) for (const node of nodes) this.courierOf[node] = NONE;
    for (const route of this.#touched) route.set(this.#kept[route.index]!);
    this.#touched.clear();
  }
}
