import {
  type Choice,
  OPEN_STATES,
  type OrderFilter,
  type OrderFlag,
  type OrderState,
} from '@despacho/contracts/dispatch';

/** What a filter says of one value: must be, must not be, does not matter. */
export type Stance = 'is' | 'not' | null;

export const stanceOf = <T extends string>({ is, not }: Choice<T>, value: T): Stance =>
  is.includes(value) ? 'is' : not.includes(value) ? 'not' : null;

const NEXT: Record<Exclude<Stance, null> | 'none', Stance> = { none: 'is', is: 'not', not: null };

/** What a press on a chip leads to: included, excluded, neither. */
export const nextStance = (stance: Stance): Stance => NEXT[stance ?? 'none'];

export function withStance<T extends string>({ is, not }: Choice<T>, value: T, stance: Stance): Choice<T> {
  const others = (list: readonly T[]) => list.filter((each) => each !== value);
  return {
    is: stance === 'is' ? [...others(is), value] : others(is),
    not: stance === 'not' ? [...others(not), value] : others(not),
  };
}

/** The states an order with this mark can have; the others are left out where the mark says nothing of the state. */
const STATES_OF: Partial<Record<OrderFlag, readonly OrderState[]>> = {
  sin_asignar: ['pendiente'],
  vencidas: OPEN_STATES,
  por_vencer: OPEN_STATES,
  no_entregadas: ['no_entregada'],
  sin_evidencia: ['entregada'],
};

/** @returns whether the chosen states leave no order that could have this mark. */
export function isRuledOut({ is, not }: Choice<OrderState>, flag: OrderFlag): boolean {
  const possible = STATES_OF[flag];
  if (!possible) return false;
  return possible.every((state) => not.includes(state) || (is.length > 0 && !is.includes(state)));
}

/** A filter, and the states that its marks have let go, which come back when these go. */
export interface Marked {
  filter: OrderFilter;
  released: Choice<OrderState> | null;
}

/** Sets what a filter says of a mark. To include one that the chosen states rule out lets them go: nothing would be left. */
export function withFlag({ filter, released }: Marked, flag: OrderFlag, stance: Stance): Marked {
  const flags = withStance(filter.flags, flag, stance);
  const wanted = released ?? filter.states;
  const isFree = (released !== null || stance === 'is') && flags.is.some((each) => isRuledOut(wanted, each));
  return {
    filter: { ...filter, states: isFree ? { is: [], not: [] } : wanted, flags },
    released: isFree ? wanted : null,
  };
}

/** @returns the states a filter's marks have let go: none once states are chosen anew, or no mark is included any more. */
export const remainingRelease = ({ filter: { states, flags }, released }: Marked): Marked['released'] =>
  states.is.length + states.not.length > 0 || flags.is.length === 0 ? null : released;
