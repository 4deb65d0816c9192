import {
  mayMove,
  nextStates,
  OPEN_STATES,
  type Order,
  type OrderState,
  TRANSITIONS,
  type TransitionBy,
} from '@despacho/contracts/dispatch';

/** A target state for some of the selected orders, and their number. */
export interface Move {
  to: OrderState;
  count: number;
}

type Stateful = Pick<Order, 'state'>;

/** @returns the target states of an operation, in the order of the transition table. */
export function movesOf(orders: readonly Stateful[], by: TransitionBy): Move[] {
  const targets = [...new Set(TRANSITIONS.filter((each) => each.by === by).map(({ to }) => to))];
  return targets
    .map((to) => ({ to, count: orders.filter(({ state }) => nextStates(state, by).includes(to)).length }))
    .filter(({ count }) => count > 0);
}

const isOpen = ({ state }: Stateful): boolean => OPEN_STATES.some((each) => each === state);

/** @returns how many of the orders can be assigned: pending ones, and those of other couriers. */
export const assignableCount = (orders: readonly Stateful[]): number => orders.filter(isOpen).length;

/** @returns the orders that can be moved to another day. */
export const reschedulable = <T extends Stateful>(orders: readonly T[]): T[] => orders.filter(isOpen);

/** @returns the orders not delivered that can get a new visit. */
export const revisitable = <T extends Stateful>(orders: readonly T[]): T[] =>
  orders.filter(({ state }) => mayMove(state, 'pendiente', 'state'));
