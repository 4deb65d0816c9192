/* oxlint-disable typescript/no-non-null-assertion -- indices are nodes and couriers, and the arrays have one element of each */
import { type Problem } from './problem.ts';

export const NONE = -1;

/**
 * The routes of all couriers while they are searched, as linked lists of nodes: the stops, then the start and the end of
 * each courier, then the returns to the start between trips. Each node has what makes the cost of an insertion before it
 * O(1): when the route ends as a function of the arrival, and the lateness from here on, which is linear in a delay up to
 * `slack`. Beyond it the nodes are walked until the delay is absorbed or the cost exceeds a limit.
 */
export class Routes {
  readonly problem: Problem;
  readonly stops: number;
  readonly couriers: number;
  /** Place of each node; NONE where the start or the end is free. */
  readonly place: Int32Array;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Courier of each node; NONE for stops and returns that are in no route. */
  readonly courierOf: Int32Array;
  /** The start or return with which the trip of a node begins. */
  readonly opening: Int32Array;
  /** By stop: whether each courier may have it, who had it before, and the cost of being left out. */
  readonly allowed: Uint8Array;
  readonly givenTo: Int32Array;
  readonly unplacedCost: Float64Array;
  /** By stop: its position if it is pinned, else NONE. */
  readonly pin: Int32Array;
  /**
   * By node: whether nothing may be inserted behind it, because a pinned stop would leave its position, or a position
   * before a pinned stop has to be filled first.
   */
  readonly locked: Uint8Array;
  /** By courier: cost, number of stops, orders and trips. */
  readonly cost: Float64Array;
  readonly size: Int32Array;
  readonly orders: Float64Array;
  readonly trips: Int32Array;

  readonly #places: number;
  readonly #metres: Float64Array;
  readonly #minutes: Float64Array;
  readonly #load: Float64Array;
  readonly #weight: Float64Array;
  readonly #maxOrders: Float64Array;
  readonly #maxGrams: Float64Array;
  readonly #metreCost: number;
  readonly #minuteCost: number;
  readonly #squared: number;
  readonly #courierCost: number;
  readonly #driveCost: Float64Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #service: Float64Array;
  readonly #lateMinute: Float64Array;
  readonly #lateStop: Float64Array;
  readonly #leastLateMinute: number;
  readonly #returns: Int32Array;
  readonly #drive: Float64Array;
  readonly #arrive: Float64Array;
  readonly #leave: Float64Array;
  /** The route ends at max(arrival + rest, soonest). */
  readonly #rest: Float64Array;
  readonly #soonest: Float64Array;
  /** Cost of lateness from a node on, and per minute of delay, and up to which delay that is so. */
  readonly #late: Float64Array;
  readonly #slope: Float64Array;
  readonly #slack: Float64Array;
  /** By opening: load of the trip, and how many of its stops the courier did not have before. */
  readonly #tripOrders: Float64Array;
  readonly #tripGrams: Float64Array;
  readonly #strangers: Int32Array;
  /** The lists as of the last `keep`, and the couriers whose lists differ. */
  readonly #kept: Int32Array;
  readonly #touched: number[] = [];
  readonly #isTouched: Uint8Array;

  /** Starts with the given orders; all other stops are in no route. */
  constructor(problem: Problem) {
    this.problem = problem;
    const { stops, couriers, weights } = problem;
    const [n, c] = [stops.length, couriers.length];
    [this.stops, this.couriers] = [n, c];
    this.#returns = new Int32Array(c + 1);
    for (const [index, { trips, start }] of couriers.entries())
      this.#returns[index + 1] = this.#returns[index]! + (start === null ? 0 : Math.max(0, Math.min(trips, n) - 1));
    const nodes = n + 2 * c + this.#returns[c]!;
    const [ints, floats] = [(): Int32Array => new Int32Array(nodes).fill(NONE), () => new Float64Array(nodes)];
    [this.place, this.next, this.prev, this.courierOf, this.opening] = [ints(), ints(), ints(), ints(), ints()];
    [this.#kept, this.#strangers, this.#isTouched] = [ints(), ints(), new Uint8Array(c)];
    [this.#from, this.#to, this.#service] = [floats().fill(-Infinity), floats().fill(Infinity), floats()];
    [this.#lateMinute, this.#lateStop, this.#drive] = [floats(), floats(), floats()];
    [this.#arrive, this.#leave, this.#rest, this.#soonest] = [floats(), floats(), floats(), floats()];
    [this.#late, this.#slope, this.#slack] = [floats(), floats(), floats()];
    [this.#tripOrders, this.#tripGrams, this.locked] = [floats(), floats(), new Uint8Array(nodes)];
    [this.cost, this.size, this.orders] = [new Float64Array(c), new Int32Array(c), new Float64Array(c)];
    this.trips = new Int32Array(c);
    [this.#places, this.#metres, this.#minutes] = [
      problem.travel.places,
      problem.travel.metres,
      problem.travel.minutes,
    ];
    [this.#metreCost, this.#minuteCost, this.#squared, this.#courierCost] = [
      weights.metre,
      weights.minute,
      weights.squaredOrders,
      weights.courier,
    ];
    this.#load = Float64Array.from(stops, (s) => s.orders);
    this.#weight = Float64Array.from(stops, (s) => s.grams);
    this.#maxOrders = Float64Array.from(couriers, (s) => s.maxOrders);
    this.#maxGrams = Float64Array.from(couriers, (s) => s.maxGrams);
    this.#driveCost = floats();
    [this.allowed, this.pin] = [new Uint8Array(n * c), new Int32Array(n).fill(NONE)];
    [this.givenTo, this.unplacedCost] = [new Int32Array(n).fill(NONE), new Float64Array(n)];
    for (const [index, stop] of stops.entries()) {
      this.place[index] = stop.place;
      this.#from[index] = stop.from;
      this.#to[index] = stop.to;
      this.#service[index] = stop.service;
      this.#lateMinute[index] = stop.weight * weights.lateMinute;
      this.#lateStop[index] = stop.weight * weights.lateStop;
      this.unplacedCost[index] = stop.weight * weights.unplaced;
      if (stop.couriers === null) this.allowed.fill(1, index * c, index * c + c);
      else for (const one of stop.couriers) this.allowed[index * c + one] = 1;
    }
    this.#leastLateMinute = stops.reduce((least, { weight }) => Math.min(least, weight), 1) * weights.lateMinute;
    for (const [index, courier] of couriers.entries()) this.#begin(courier, index);
    this.keep();
  }

  #begin({ given, mayGiveAway, start, end, to }: Problem['couriers'][number], courier: number): void {
    this.place[this.start(courier)] = start ?? NONE;
    this.place[this.end(courier)] = end ?? NONE;
    this.#to[this.end(courier)] = to;
    this.#lateMinute[this.end(courier)] = this.problem.weights.lateMinute;
    for (let node = this.#firstReturn(courier); node < this.#firstReturn(courier + 1); node++)
      this.place[node] = start!;
    for (const [index, { stop, isPinned }] of given.entries()) {
      this.givenTo[stop] = courier;
      if (isPinned) this.pin[stop] = index;
      if (isPinned || !mayGiveAway) {
        this.allowed.fill(0, stop * this.couriers, (stop + 1) * this.couriers);
        this.unplacedCost[stop] = Infinity;
      }
      this.allowed[stop * this.couriers + courier] = 1;
    }
    this.layOut(courier, given.map(({ stop }) => stop)); // prettier-ignore
  }

  start(courier: number): number {
    return this.stops + courier;
  }

  end(courier: number): number {
    return this.stops + this.couriers + courier;
  }

  #firstReturn(courier: number): number {
    return this.stops + 2 * this.couriers + this.#returns[courier]!;
  }

  /** Whether the trip that begins with a node has room for a stop. A courier's own stops may exceed the capacity. */
  hasRoom(opening: number, stop: number): boolean {
    const courier = this.courierOf[opening]!;
    return (
      this.#fits(courier, stop, this.#tripOrders[opening]!, this.#tripGrams[opening]!) ||
      (this.givenTo[stop] === courier && this.#strangers[opening] === 0)
    );
  }

  #fits(courier: number, stop: number, orders: number, grams: number): boolean {
    return (
      orders + this.#load[stop]! <= this.#maxOrders[courier]! && grams + this.#weight[stop]! <= this.#maxGrams[courier]!
    );
  }

  hasRoomInNew(stop: number, courier: number): boolean {
    return this.#fits(courier, stop, 0, 0) || this.givenTo[stop] === courier;
  }

  maxTrips(courier: number): number {
    return this.#returns[courier + 1]! - this.#returns[courier]! + 1;
  }

  /** @returns a return to the start that is in no route, or NONE if the courier has all trips. */
  spareReturn(courier: number): number {
    const end = this.#firstReturn(courier + 1);
    for (let node = this.#firstReturn(courier); node < end; node++) if (this.courierOf[node] === NONE) return node;
    return NONE;
  }

  /** @returns the element of the travel matrices, or NONE if an end of the leg is free. */
  #leg(from: number, to: number): number {
    return from < 0 || to < 0 ? NONE : from * this.#places + to;
  }

  /**
   * @param after the node after which the stop is inserted, behind a return to the start if `opensTrip`.
   * @returns what this adds to the cost. A result of at least `limit` may be less than what it adds.
   */
  insertionCost(stop: number, after: number, opensTrip: boolean, limit: number): number {
    const courier = this.courierOf[after]!;
    const before = this.next[after]!;
    const here = this.place[stop]!;
    let [place, time, cost] = [this.place[after]!, this.#leave[after]!, 0];
    if (opensTrip) {
      const home = this.place[this.start(courier)]!;
      const leg = this.#leg(place, home);
      cost += this.#metreCost * this.#metres[leg]!;
      time += this.#minutes[leg]!;
      place = home;
    }
    const [there, onward] = [this.#leg(place, here), this.#leg(here, this.place[before]!)];
    if (there >= 0) cost += this.#metreCost * this.#metres[there]!;
    if (onward >= 0) cost += this.#metreCost * this.#metres[onward]!;
    cost -= this.#driveCost[before]!;
    // A courier without stops stays at home: the way from start to end is not saved.
    if (this.size[courier] === 0) cost += this.#courierCost + this.#driveCost[before]! + this.#late[before]!;
    if (this.#squared > 0) {
      const added = this.#load[stop]!;
      cost += this.#squared * added * (added + 2 * this.orders[courier]!);
    }
    if (cost >= limit) return cost;
    if (there >= 0) time += this.#minutes[there]!;
    const over = time - this.#to[stop]!;
    if (over > 0) {
      cost += this.#lateMinute[stop]! * over + this.#lateStop[stop]!;
      if (cost >= limit) return cost;
    }
    time = Math.max(time, this.#from[stop]!) + this.#service[stop]!;
    if (onward >= 0) time += this.#minutes[onward]!;
    if (this.#minuteCost > 0) {
      const finish = Math.max(time + this.#rest[before]!, this.#soonest[before]!);
      const leaves = this.size[courier] === 0 ? this.problem.couriers[courier]!.from : this.#arrive[this.end(courier)]!;
      cost += this.#minuteCost * (finish - leaves);
    }
    const delay = time - this.#arrive[before]!;
    if (delay >= 0 && delay <= this.#slack[before]!) return cost + this.#slope[before]! * delay;
    cost -= this.#late[before]!;
    return cost >= limit ? cost : cost + this.#lateFrom(before, time, limit - cost);
  }

  /** @returns the cost of lateness from a node on, if it is reached at `time`; at least `limit` may be less than it is. */
  #lateFrom(from: number, time: number, limit: number): number {
    let [node, sum] = [from, 0];
    for (;;) {
      const delay = time - this.#arrive[node]!;
      if (delay >= 0) {
        const least = sum + this.#late[node]! + this.#slope[node]! * delay;
        const beyond = delay - this.#slack[node]!;
        if (beyond <= 0) return least;
        // Beyond the slack another stop is late, or waiting no longer absorbs the delay.
        if (least + this.#leastLateMinute * beyond >= limit) return least + this.#leastLateMinute * beyond;
      } else if (this.#late[node] === 0) return sum;
      const over = time - this.#to[node]!;
      if (over > 0) sum += this.#lateMinute[node]! * over + this.#lateStop[node]!;
      const next = this.next[node]!;
      if (next === NONE) return sum;
      time = Math.max(time, this.#from[node]!) + this.#service[node]! + this.#drive[next]!;
      node = next;
    }
  }

  /** Inserts a stop that is in no route; `refresh` must follow. */
  insert(stop: number, after: number, opensTrip: boolean): void {
    const courier = this.courierOf[after]!;
    this.#touch(courier);
    const opening = opensTrip ? this.spareReturn(courier) : NONE;
    if (opensTrip) this.#link(opening, after);
    this.#link(stop, opensTrip ? opening : after);
  }

  #link(node: number, after: number): void {
    const before = this.next[after]!;
    this.next[after] = this.prev[before] = node;
    [this.prev[node], this.next[node]] = [after, before];
    this.courierOf[node] = this.courierOf[after]!;
  }

  /** Removes a stop, and its trip if it is then empty; `refresh` must follow. */
  remove(stop: number): void {
    this.#touch(this.courierOf[stop]!);
    const [after, before] = [this.prev[stop]!, this.next[stop]!];
    this.#unlink(stop);
    const [ends, returns] = [this.stops + this.couriers, this.stops + 2 * this.couriers];
    if (after < this.stops || before < this.stops) return;
    if (after >= returns) this.#unlink(after);
    else if (before >= ends && before >= returns) this.#unlink(before);
  }

  #unlink(node: number): void {
    const [after, before] = [this.prev[node]!, this.next[node]!];
    [this.next[after], this.prev[before]] = [before, after];
    this.courierOf[node] = NONE;
  }

  #touch(courier: number): void {
    if (this.#isTouched[courier] === 1) return;
    this.#isTouched[courier] = 1;
    this.#touched.push(courier);
  }

  /** @returns the stops of each trip of a courier. */
  tripsOf(courier: number): number[][] {
    const [trips, end] = [[[]] as number[][], this.end(courier)];
    for (let node = this.next[this.start(courier)]!; node !== end; node = this.next[node]!)
      if (node < this.stops) trips.at(-1)?.push(node);
      else trips.push([]);
    return trips.filter((trip) => trip.length > 0);
  }

  /** Replaces a courier's route by these stops. A trip begins where the one before is full, while there are trips. */
  layOut(courier: number, sequence: readonly number[]): void {
    this.#touch(courier);
    const [start, end] = [this.start(courier), this.end(courier)];
    if (this.next[start] !== NONE) this.#clear(courier);
    [this.next[start], this.prev[end], this.next[end]] = [end, start, NONE];
    this.courierOf[start] = this.courierOf[end] = courier;
    for (const trip of this.#split(courier, sequence))
      for (const [index, stop] of trip.entries()) {
        const last = this.prev[end];
        this.insert(stop, last, index === 0 && last !== start);
      }
    this.refresh(courier);
  }

  #clear(courier: number): void {
    for (let node = this.next[this.start(courier)]!; node !== this.end(courier); node = this.next[node]!)
      this.courierOf[node] = NONE;
  }

  #split(courier: number, sequence: readonly number[]): number[][] {
    const trips: number[][] = [];
    const most = this.maxTrips(courier);
    let [orders, grams] = [0, 0];
    for (const stop of sequence) {
      const isFull = !this.#fits(courier, stop, orders, grams);
      if (trips.length === 0 || (isFull && trips.length < most)) {
        trips.push([]);
        [orders, grams] = [0, 0];
      }
      trips.at(-1)?.push(stop);
      orders += this.problem.stops[stop]!.orders;
      grams += this.problem.stops[stop]!.grams;
    }
    return trips;
  }

  /** Computes cost, times and loads of a courier whose list changed. */
  refresh(courier: number): void {
    const { travel, weights, stops, couriers } = this.problem;
    const [start, end, { from }] = [this.start(courier), this.end(courier), couriers[courier]!];
    let [last, opening, time, metres, size, orders, trips] = [start, start, from, 0, 0, 0, 1];
    let [isEarly, isBroken] = [false, false];
    this.#leave[start] = from;
    this.locked[start] = 0;
    this.#open(start);
    for (let node = this.next[start]!; ; node = this.next[node]!) {
      const leg = this.#leg(this.place[last]!, this.place[node]!);
      this.#drive[node] = leg < 0 ? 0 : travel.minutes[leg]!;
      this.#driveCost[node] = leg < 0 ? 0 : weights.metre * travel.metres[leg]!;
      if (leg >= 0) metres += travel.metres[leg]!;
      time += this.#drive[node]!;
      this.#arrive[node] = time;
      if (node === end) break;
      if (node < this.stops) {
        const stop = stops[node]!;
        if (this.pin[node]! > size) isEarly = true;
        else if (isEarly && this.pin[node] === NONE) isBroken = true;
        size++;
        orders += stop.orders;
        this.#tripOrders[opening]! += stop.orders;
        this.#tripGrams[opening]! += stop.grams;
        if (this.givenTo[node] !== courier) this.#strangers[opening]!++;
      } else {
        opening = node;
        trips++;
        this.#open(node);
      }
      this.opening[node] = opening;
      this.locked[node] = isEarly ? 1 : 0;
      time = Math.max(time, this.#from[node]!) + this.#service[node]!;
      this.#leave[node] = time;
      last = node;
    }
    [this.size[courier], this.orders[courier], this.trips[courier]] = [size, orders, trips];
    this.#measureBack(start, end);
    const work = weights.metre * metres + weights.minute * (time - from);
    const cost = weights.courier + work + weights.squaredOrders * orders ** 2 + this.#late[this.next[start]!]!;
    this.cost[courier] = size === 0 ? 0 : isBroken ? Infinity : cost;
  }

  #open(node: number): void {
    this.opening[node] = node;
    this.#tripOrders[node] = this.#tripGrams[node] = this.#strangers[node] = 0;
  }

  #measureBack(start: number, end: number): void {
    let [rest, soonest, late, slope, slack, drive, isSettled] = [0, -Infinity, 0, 0, Infinity, 0, false];
    for (let node = end; node !== start; node = this.prev[node]!) {
      if (isSettled) this.locked[node] = 1;
      else if (node < this.stops && this.pin[node] !== NONE && this.locked[node] === 0) isSettled = true;
      rest += this.#service[node]! + drive;
      soonest = Math.max(soonest, this.#from[node]! + rest);
      const wait = this.#from[node]! - this.#arrive[node]!;
      if (wait > 0) {
        slack = slope > 0 ? wait : wait + slack;
        slope = 0;
      }
      const over = this.#arrive[node]! - this.#to[node]!;
      if (over > 0) {
        late += this.#lateMinute[node]! * over + this.#lateStop[node]!;
        slope += this.#lateMinute[node]!;
      } else slack = Math.min(slack, -over);
      [this.#rest[node], this.#soonest[node]] = [rest, soonest];
      [this.#late[node], this.#slope[node], this.#slack[node]] = [late, slope, slack];
      drive = this.#drive[node]!;
    }
    if (isSettled) this.locked[start] = 1;
  }

  /** @returns the cost of all routes. */
  routesCost(): number {
    let sum = 0;
    for (let courier = 0; courier < this.couriers; courier++) sum += this.cost[courier]!;
    return sum;
  }

  /** @returns the mean cost of a leg, in metres and minutes, to the placed stops. */
  meanLeg(): number {
    const { travel, weights } = this.problem;
    let [sum, count] = [0, 0];
    for (let stop = 0; stop < this.stops; stop++) {
      if (this.courierOf[stop] === NONE) continue;
      const leg = this.#leg(this.place[this.prev[stop]!]!, this.place[stop]!);
      if (leg >= 0) sum += weights.metre * travel.metres[leg]! + weights.minute * travel.minutes[leg]!;
      count++;
    }
    return sum / Math.max(1, count);
  }

  /** Takes over other lists, for example those of an earlier solution. */
  adopt(next: Int32Array): void {
    for (let courier = 0; courier < this.couriers; courier++) this.#touch(courier);
    this.#kept.set(next);
    this.undo();
  }

  /** Refreshes the couriers whose lists changed. */
  refreshTouched(): void {
    for (const courier of this.#touched) this.refresh(courier);
  }

  /** Makes the lists as they are those to which `undo` goes back. */
  keep(): void {
    for (const courier of this.#touched) {
      for (let node = this.start(courier); node !== NONE; node = this.next[node]!) this.#kept[node] = this.next[node]!;
      this.#isTouched[courier] = 0;
    }
    this.#touched.length = 0;
  }

  /** Goes back to the lists of the last `keep`, also where another solution was adopted. */
  undo(): void {
    for (const courier of this.#touched) this.#clear(courier);
    for (const courier of this.#touched) {
      const [start, end] = [this.start(courier), this.end(courier)];
      for (let node = start; node !== end; node = this.next[node]!) {
        const next = this.#kept[node]!;
        [this.next[node], this.prev[next], this.courierOf[next]] = [next, node, courier];
      }
      this.#isTouched[courier] = 0;
      this.refresh(courier);
    }
    this.#touched.length = 0;
  }
}
