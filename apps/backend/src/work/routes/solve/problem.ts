/**
 * Travel between the places of a problem, row by row: from place `i` to place `j` is element `i * places + j`. It need not be
 * symmetric. Every number is finite and not negative.
 */
export interface Travel {
  places: number;
  metres: Float64Array;
  minutes: Float64Array;
}

/** One door to visit, with all of its parcels. Times are minutes since midnight of the working day, fractions allowed. */
export interface Stop {
  place: number;
  /** Number of orders that are handed over here. */
  orders: number;
  grams: number;
  /** Minutes at the door. */
  service: number;
  /** Nobody is served before `from`; arriving after `to` is late. Without a window: 0 and Infinity. */
  from: number;
  to: number;
  /** How much a minute late and being left out weigh: 1, and more for urgent orders. */
  weight: number;
  /** Couriers (indices) who may be given this stop; null for all. */
  couriers: readonly number[] | null;
}

/** A stop that a courier has before the solver starts. */
export interface GivenStop {
  stop: number;
  /** Keeps its courier and its position: the same number of stops stays before it, fewer only if there are not enough. */
  isPinned: boolean;
}

export interface Courier {
  /** Place where every trip starts; null: at the first stop. */
  start: number | null;
  /** Place where the last trip ends; null: at its last stop. */
  end: number | null;
  /** When the courier can leave, and the end of the shift: what is later is late. */
  from: number;
  to: number;
  /** Capacity of one trip; it cannot be exceeded except by given stops. */
  maxOrders: number;
  maxGrams: number;
  /** How many trips at most; between two of them the courier returns to the start. 1 without a start. */
  trips: number;
  /** The present order of the stops. */
  given: readonly GivenStop[];
  /** Whether given stops that are not pinned may go to other couriers. */
  mayGiveAway: boolean;
}

/** What one unit of each costs. The objective of an office chooses the numbers. */
export interface Weights {
  metre: number;
  /** A minute of work: travel, waiting and service. */
  minute: number;
  /** A minute after a window or after the end of the shift. */
  lateMinute: number;
  /** A stop that is late at all. */
  lateStop: number;
  /** A courier who goes out. */
  courier: number;
  /** The square of a courier's number of orders, so that loads become even. */
  squaredOrders: number;
  /** A stop that nobody is given. */
  unplaced: number;
}

export interface Problem {
  travel: Travel;
  stops: readonly Stop[];
  couriers: readonly Courier[];
  weights: Weights;
}

export interface SolveOptions {
  /** The same seed and number of iterations give the same solution. */
  seed: number;
  iterations: number;
  /**
   * Share of the time that is used up: the search cools down with the larger of this and the share of iterations, and 1 ends
   * it with the best solution so far.
   */
  timeSpent?: () => number;
}

export interface Solution {
  /** Trips of each courier, in the order of `Problem.couriers`: indices of stops. */
  trips: number[][][];
  unplaced: number[];
  cost: number;
  iterations: number;
  /** Whether the search ended before its iterations. */
  isCut: boolean;
}
