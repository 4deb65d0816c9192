import { emptyFilter, OPEN_STATES, type OrderFlag } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import {
  isRuledOut,
  type FlaggedFilter,
  nextStance,
  type Stance,
  stanceOf,
  remainingRelease,
  withFlag,
  withStance,
} from './choices.ts';

const none = { is: [], not: [] };

describe('chips', () => {
  it('cycles through include, exclude and neither', () => {
    expect(nextStance(null)).toBe('is');
    expect(nextStance('is')).toBe('not');
    expect(nextStance('not')).toBeNull();
  });

  it('never includes and excludes the same value', () => {
    const included = withStance({ is: ['a'], not: ['b'] }, 'b', 'is');
    expect(included).toEqual({ is: ['a', 'b'], not: [] });
    expect(stanceOf(included, 'b')).toBe('is');
    expect(withStance(included, 'a', 'not')).toEqual({ is: ['b'], not: ['a'] });
    expect(withStance(included, 'a', null)).toEqual({ is: ['b'], not: [] });
  });

  it('detects flags that the selected states rule out', () => {
    const open = { is: [...OPEN_STATES], not: [] };
    expect(isRuledOut(open, 'sin_evidencia')).toBe(true);
    expect(isRuledOut(open, 'vencidas')).toBe(false);
    expect(isRuledOut(open, 'con_cobro')).toBe(false);
    expect(isRuledOut(none, 'sin_evidencia')).toBe(false);
    expect(isRuledOut({ is: [], not: ['pendiente'] }, 'sin_asignar')).toBe(true);
  });

  it('clears states that rule out an included flag, and no others', () => {
    const open = { ...emptyFilter(), states: { is: [...OPEN_STATES], not: [] } };
    const states = (flag: OrderFlag, stance: Stance) =>
      withFlag({ filter: open, released: null }, flag, stance).filter.states;
    expect(states('sin_evidencia', 'is')).toEqual(none);
    expect(states('vencidas', 'is')).toEqual(open.states);
    expect(states('sin_evidencia', 'not')).toEqual(open.states);
  });

  it('restores the cleared states once no included flag is ruled out', () => {
    const open = { ...emptyFilter(), states: { is: [...OPEN_STATES], not: [] } };
    const begun: FlaggedFilter = { filter: open, released: null };
    const one = withFlag(begun, 'sin_evidencia', 'is');
    expect(one).toMatchObject({ filter: { states: none }, released: open.states });
    expect(withFlag(one, 'sin_evidencia', 'not')).toMatchObject({ filter: { states: open.states }, released: null });
    expect(withFlag(one, 'sin_evidencia', null)).toEqual(begun);
    // The states stay cleared while another included flag is ruled out by them.
    const both = withFlag(one, 'no_entregadas', 'is');
    const other = withFlag(both, 'sin_evidencia', null);
    expect(other).toMatchObject({ filter: { states: none, flags: { is: ['no_entregadas'] } }, released: open.states });
    expect(withFlag(other, 'no_entregadas', null)).toEqual(begun);
  });

  it('drops the cleared states once states are selected or no flag is left', () => {
    const released = { is: [...OPEN_STATES], not: [] };
    const marked = { ...emptyFilter(), flags: { is: ['sin_evidencia' as const], not: [] } };
    expect(remainingRelease({ filter: marked, released })).toBe(released);
    expect(remainingRelease({ filter: { ...marked, states: { is: [], not: ['anulada'] } }, released })).toBeNull();
    expect(remainingRelease({ filter: emptyFilter(), released })).toBeNull();
  });
});
