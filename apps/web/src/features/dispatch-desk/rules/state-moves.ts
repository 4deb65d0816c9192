import { nextStates, type Order, type OrderState, TRANSITIONS, type TransitionBy } from '@despacho/contracts/dispatch';

/** A state that some of the chosen orders can go to, and how many of them. */
export interface Move {
  to: OrderState;
  count: number;
}

type Stateful = Pick<Order, 'state'>;

/** @returns whereto the orders can go by a kind of request, in the order of the transition table. */
export function movesOf(orders: readonly Stateful[], by: TransitionBy): Move[] {
  const targets = [...new Set(TRANSITIONS.filter((each) => each.by === by).map(({ to }) => to))];
  return targets
    .map((to) => ({ to, count: orders.filter(({ state }) => nextStates(state, by).includes(to)).length }))
    .filter(({ count }) => count > 0);
}

/** @returns how many of the orders can be given to a courier: pending ones, and those that are with another. */
export const assignableCount = (orders: readonly Stateful[]): number =>
  orders.filter(({ state }) => state === 'pendiente' || state === 'asignada' || state === 'en_ruta').length;
