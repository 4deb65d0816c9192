import {
  type Choice,
  OPEN_STATES,
  type OrderFilter,
  type OrderFlag,
  type OrderState,
} from '@despacho/contracts/dispatch';

/** How a filter treats a value: include, exclude, or neither. */
export type Stance = 'is' | 'not' | null;

export const stanceOf = <T extends string>({ is, not }: Choice<T>, value: T): Stance =>
  is.includes(value) ? 'is' : not.includes(value) ? 'not' : null;

/** @returns the next stance in the cycle include, exclude, neither. */
export const nextStance = (stance: Stance): Stance => (stance === null ? 'is' : stance === 'is' ? 'not' : null);

export function withStance<T extends string>({ is, not }: Choice<T>, value: T, stance: Stance): Choice<T> {
  const others = (list: readonly T[]) => list.filter((each) => each !== value);
  return {
    is: stance === 'is' ? [...others(is), value] : others(is),
    not: stance === 'not' ? [...others(not), value] : others(not),
  };
}

/** Possible states of an order with this flag. Flags that allow any state are not listed. */
const STATES_OF: Partial<Record<OrderFlag, readonly OrderState[]>> = {
  sin_asignar: ['pendiente'],
  vencidas: OPEN_STATES,
  por_vencer: OPEN_STATES,
  no_entregadas: ['no_entregada'],
  sin_evidencia: ['entregada'],
  por_ubicar: OPEN_STATES,
};

/** @returns whether no order in the selected states can have this flag. */
export function isRuledOut({ is, not }: Choice<OrderState>, flag: OrderFlag): boolean {
  const possible = STATES_OF[flag];
  if (!possible) return false;
  return possible.every((state) => not.includes(state) || (is.length > 0 && !is.includes(state)));
}

/** A filter, and the states that its flags cleared; removing the flags restores them. */
export interface FlaggedFilter {
  filter: OrderFilter;
  released: Choice<OrderState> | null;
}

/**
 * Sets the stance of a flag. Including a flag that the selected states rule out clears them, as nothing would match.
 */
export function withFlag({ filter, released }: FlaggedFilter, flag: OrderFlag, stance: Stance): FlaggedFilter {
  const flags = withStance(filter.flags, flag, stance);
  const wanted = released ?? filter.states;
  const isFree = (released !== null || stance === 'is') && flags.is.some((each) => isRuledOut(wanted, each));
  return {
    filter: { ...filter, states: isFree ? { is: [], not: [] } : wanted, flags },
    released: isFree ? wanted : null,
  };
}

/** @returns the cleared states, or null once new states are selected or no flag is included. */
export const remainingRelease = ({ filter: { states, flags }, released }: FlaggedFilter): FlaggedFilter['released'] =>
  states.is.length + states.not.length > 0 || flags.is.length === 0 ? null : released;
