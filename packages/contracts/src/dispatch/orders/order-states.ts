import { codesOf } from '../platform/words.ts';

/** States of an order in their usual sequence, with the text shown. */
export const ORDER_STATES = {
  pendiente: 'Pendiente',
  asignada: 'Asignada',
  en_ruta: 'En ruta',
  entregada: 'Entregada',
  no_entregada: 'No entregada',
  en_devolucion: 'En devolución',
  devuelta: 'Devuelta',
  anulada: 'Anulada',
} as const satisfies Record<string, string>;

export type OrderState = keyof typeof ORDER_STATES;

export const ORDER_STATE_CODES = codesOf(ORDER_STATES);

/** Still to be visited. «vencidas» and «por vencer» cover these states. */
export const OPEN_STATES = ['pendiente', 'asignada', 'en_ruta'] as const satisfies readonly OrderState[];

/** Carried by a courier. The courier's load counts these states. */
export const LOADED_STATES = ['asignada', 'en_ruta'] as const satisfies readonly OrderState[];

/** The request that makes a transition. Each has its own form, and some require charge S. */
export type TransitionBy = 'assign' | 'unassign' | 'state' | 'close' | 'cancel' | 'correct';

interface Transition {
  from: OrderState;
  to: OrderState;
  by: TransitionBy;
}

/** All transitions between states. Undoing a batch, which only its author can, may also reverse them. */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'pendiente', to: 'asignada', by: 'assign' },
  { from: 'asignada', to: 'pendiente', by: 'unassign' },
  { from: 'asignada', to: 'en_ruta', by: 'state' },
  { from: 'en_ruta', to: 'entregada', by: 'close' },
  { from: 'en_ruta', to: 'no_entregada', by: 'close' },
  // For an office that does not record when couriers set out.
  { from: 'asignada', to: 'entregada', by: 'close' },
  { from: 'asignada', to: 'no_entregada', by: 'close' },
  { from: 'no_entregada', to: 'pendiente', by: 'state' },
  { from: 'no_entregada', to: 'en_devolucion', by: 'state' },
  { from: 'en_devolucion', to: 'devuelta', by: 'state' },
  { from: 'pendiente', to: 'anulada', by: 'cancel' },
  { from: 'asignada', to: 'anulada', by: 'cancel' },
  { from: 'no_entregada', to: 'anulada', by: 'cancel' },
  // Payments, reason and time are corrected without a change of state.
  { from: 'entregada', to: 'entregada', by: 'correct' },
  { from: 'entregada', to: 'no_entregada', by: 'correct' },
  { from: 'entregada', to: 'en_ruta', by: 'correct' },
  { from: 'no_entregada', to: 'no_entregada', by: 'correct' },
  { from: 'no_entregada', to: 'entregada', by: 'correct' },
  { from: 'no_entregada', to: 'en_ruta', by: 'correct' },
  { from: 'devuelta', to: 'en_devolucion', by: 'correct' },
  { from: 'anulada', to: 'pendiente', by: 'correct' },
];

/** Whether this request may move an order from one state to another. */
export const mayMove = (from: OrderState, to: OrderState, by: TransitionBy): boolean =>
  TRANSITIONS.some((each) => each.from === from && each.to === to && each.by === by);

/** @returns the states to which a request may move an order. */
export const nextStates = (from: OrderState, by: TransitionBy): OrderState[] =>
  TRANSITIONS.filter((each) => each.from === from && each.by === by).map(({ to }) => to);

/** States that a change-state request may name. The other operations have their own requests. */
export const REACHED_BY_STATE = ['en_ruta', 'pendiente', 'en_devolucion', 'devuelta'] as const;

/** How a visit ends. */
export const REACHED_BY_CLOSE = ['entregada', 'no_entregada'] as const;

/** Whether a state is the result of a visit, which has a time. */
export const isVisit = (state: string): state is (typeof REACHED_BY_CLOSE)[number] =>
  REACHED_BY_CLOSE.some((each) => each === state);

/** States that a correction may name. */
export const REACHED_BY_CORRECT = ['entregada', 'no_entregada', 'en_ruta', 'en_devolucion', 'pendiente'] as const;
