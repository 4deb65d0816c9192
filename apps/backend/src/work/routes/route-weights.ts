import { type RouteObjective } from '@despacho/contracts/dispatch';
import { type Weights } from './solve/problem.ts';

/**
 * What an office's objective costs, in meters. Being late costs more than any detour within a city, and leaving an order out
 * more than being late all day. A courier who goes out costs little enough that nobody is late instead.
 */
export const ROUTE_WEIGHTS: Readonly<Record<RouteObjective, Weights>> = {
  'fewest-late': {
    metre: 1,
    minute: 200,
    lateMinute: 5000,
    lateStop: 100_000,
    courier: 40_000,
    squaredOrders: 0,
    unplaced: 1e8,
  },
  'fewest-km': {
    metre: 1,
    minute: 0,
    lateMinute: 2000,
    lateStop: 50_000,
    courier: 0,
    squaredOrders: 0,
    unplaced: 1e8,
  },
  'even-loads': {
    metre: 1,
    minute: 200,
    lateMinute: 5000,
    lateStop: 100_000,
    courier: 0,
    squaredOrders: 500,
    unplaced: 1e8,
  },
};
