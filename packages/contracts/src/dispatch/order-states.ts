/** States of an order, in the order an order passes them, with the names people see. */
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

export const ORDER_STATE_CODES = Object.keys(ORDER_STATES) as [OrderState, ...OrderState[]];

/** Still to be visited: what «vencidas» and «por vencer» are about. */
export const OPEN_STATES = ['pendiente', 'asignada', 'en_ruta'] as const satisfies readonly OrderState[];

/** With a courier: what the courier's load is counted from. */
export const LOADED_STATES = ['asignada', 'en_ruta'] as const satisfies readonly OrderState[];

/** The request by which a transition is made: each has its own form and, some, their own charge. */
export type TransitionBy = 'assign' | 'unassign' | 'state' | 'cancel' | 'correct';

export interface Transition {
  from: OrderState;
  to: OrderState;
  by: TransitionBy;
}

/** Every way from one state to another; only undoing one's own batch goes back another way. */
export const TRANSITIONS: readonly Transition[] = [
  { from: 'pendiente', to: 'asignada', by: 'assign' },
  { from: 'asignada', to: 'pendiente', by: 'unassign' },
  { from: 'asignada', to: 'en_ruta', by: 'state' },
  { from: 'en_ruta', to: 'entregada', by: 'state' },
  { from: 'en_ruta', to: 'no_entregada', by: 'state' },
  { from: 'no_entregada', to: 'pendiente', by: 'state' },
  { from: 'no_entregada', to: 'en_devolucion', by: 'state' },
  { from: 'en_devolucion', to: 'devuelta', by: 'state' },
  { from: 'pendiente', to: 'anulada', by: 'cancel' },
  { from: 'asignada', to: 'anulada', by: 'cancel' },
  { from: 'no_entregada', to: 'anulada', by: 'cancel' },
  { from: 'entregada', to: 'no_entregada', by: 'correct' },
  { from: 'entregada', to: 'en_ruta', by: 'correct' },
  { from: 'no_entregada', to: 'entregada', by: 'correct' },
  { from: 'no_entregada', to: 'en_ruta', by: 'correct' },
  { from: 'devuelta', to: 'en_devolucion', by: 'correct' },
  { from: 'anulada', to: 'pendiente', by: 'correct' },
];

/** Whether an order may go from one state to another by this request. */
export const mayMove = (from: OrderState, to: OrderState, by: TransitionBy): boolean =>
  TRANSITIONS.some((each) => each.from === from && each.to === to && each.by === by);

/** @returns the states a request may bring an order to. */
export const nextStates = (from: OrderState, by: TransitionBy): OrderState[] =>
  TRANSITIONS.filter((each) => each.from === from && each.by === by).map(({ to }) => to);

/** Codes of the states a change-state request may name: assigning and cancelling have requests of their own. */
export const REACHED_BY_STATE = [
  'en_ruta',
  'entregada',
  'no_entregada',
  'pendiente',
  'en_devolucion',
  'devuelta',
] as const;
