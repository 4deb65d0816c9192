import { emptyFilter, OPEN_STATES } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { isRuledOut, nextStance, stanceOf, withFlag, withStance } from './choices.ts';

const none = { is: [], not: [] };

describe('chips', () => {
  it('a press includes, the next excludes, the third does neither', () => {
    expect(nextStance(null)).toBe('is');
    expect(nextStance('is')).toBe('not');
    expect(nextStance('not')).toBeNull();
  });

  it('a value is on one side at most', () => {
    const included = withStance({ is: ['a'], not: ['b'] }, 'b', 'is');
    expect(included).toEqual({ is: ['a', 'b'], not: [] });
    expect(stanceOf(included, 'b')).toBe('is');
    expect(withStance(included, 'a', 'not')).toEqual({ is: ['b'], not: ['a'] });
    expect(withStance(included, 'a', null)).toEqual({ is: ['b'], not: [] });
  });

  it('knows which marks the chosen states leave no order for', () => {
    const open = { is: [...OPEN_STATES], not: [] };
    expect(isRuledOut(open, 'sin_evidencia')).toBe(true);
    expect(isRuledOut(open, 'vencidas')).toBe(false);
    expect(isRuledOut(open, 'con_cobro')).toBe(false);
    expect(isRuledOut(none, 'sin_evidencia')).toBe(false);
    expect(isRuledOut({ is: [], not: ['pendiente'] }, 'sin_asignar')).toBe(true);
  });

  it('lets go of states that would leave nothing of an included mark, and of no others', () => {
    const open = { ...emptyFilter(), states: { is: [...OPEN_STATES], not: [] } };
    expect(withFlag(open, 'sin_evidencia', 'is').states).toEqual(none);
    expect(withFlag(open, 'vencidas', 'is').states).toEqual(open.states);
    expect(withFlag(open, 'sin_evidencia', 'not').states).toEqual(open.states);
  });
});
