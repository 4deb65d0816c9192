import { describe, expect, it } from 'vitest';
import {
  mayMove,
  nextStates,
  ORDER_STATE_CODES,
  type OrderState,
  REACHED_BY_CLOSE,
  REACHED_BY_CORRECT,
  REACHED_BY_STATE,
  TRANSITIONS,
} from './order-states.ts';

/** Written by hand, independently of the code: the states each state may lead to. */
const COURSE: Record<OrderState, OrderState[]> = {
  pendiente: ['asignada', 'anulada'],
  asignada: ['pendiente', 'en_ruta', 'entregada', 'no_entregada', 'anulada'],
  en_ruta: ['entregada', 'no_entregada'],
  entregada: [],
  no_entregada: ['pendiente', 'en_devolucion', 'anulada'],
  en_devolucion: ['devuelta'],
  devuelta: [],
  anulada: [],
};

describe('the transition table', () => {
  it('matches the hand-written transitions of an order', () => {
    for (const from of ORDER_STATE_CODES) {
      const ways = TRANSITIONS.filter((each) => each.from === from && each.by !== 'correct').map(({ to }) => to);
      expect(ways, from).toEqual(COURSE[from]);
    }
  });

  it('corrects only a closing, and only to a state the order could have reached', () => {
    expect(ORDER_STATE_CODES.filter((from) => nextStates(from, 'correct').length > 0)).toEqual([
      'entregada',
      'no_entregada',
      'devuelta',
      'anulada',
    ]);
    expect(mayMove('entregada', 'pendiente', 'correct')).toBe(false);
  });

  it('lists each transition once', () => {
    const ways = TRANSITIONS.map(({ from, to, by }) => `${from} ${to} ${by}`);
    expect(new Set(ways).size).toBe(ways.length);
    expect(TRANSITIONS.every(({ from, to, by }) => from !== to || by === 'correct')).toBe(true);
  });

  it.each([
    ['state', REACHED_BY_STATE],
    ['close', REACHED_BY_CLOSE],
    ['correct', REACHED_BY_CORRECT],
  ] as const)('allows exactly the reachable states in a request to %s', (by, states) => {
    const reached = new Set(TRANSITIONS.filter((each) => each.by === by).map(({ to }) => to));
    expect([...states].sort()).toEqual([...reached].sort());
  });

  it('does not allow one request to make the transitions of another', () => {
    expect(mayMove('pendiente', 'asignada', 'assign')).toBe(true);
    expect(mayMove('pendiente', 'asignada', 'state')).toBe(false);
    expect(mayMove('pendiente', 'anulada', 'state')).toBe(false);
    expect(mayMove('en_ruta', 'pendiente', 'unassign')).toBe(false);
  });
});
