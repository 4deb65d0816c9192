import { describe, expect, it } from 'vitest';
import { readCourierView, writeCourierView } from '#features/orders/rules/courier-view.ts';
import { sheetTotals } from './sheet-totals.ts';

describe('route sheet', () => {
  it('is stored in the URL next to other parameters', () => {
    const written = writeCourierView('sheet', '12', new URLSearchParams('buscar=lince&cierre=3'));
    expect(written.toString()).toBe('buscar=lince&hoja=12');
    expect(readCourierView('sheet', written)).toBe('12');
    expect(readCourierView('closing', written)).toBeNull();
    expect(writeCourierView('sheet', null, written).toString()).toBe('buscar=lince');
  });

  it.each(['hoja=', 'hoja=abc', 'hoja=0', 'hoja=1;2', 'otra=1'])('reads no courier from «%s»', (query) => {
    expect(readCourierView('sheet', new URLSearchParams(query))).toBeNull();
  });

  it('sums packages, weight and amounts', () => {
    const stops = [
      { packages: 2, weightGrams: 1500, collect: { due: 4590, payments: [], difference: null } },
      { packages: 1, weightGrams: 200, collect: null },
    ];
    expect(sheetTotals(stops)).toEqual({ stops: 2, packages: 3, weightGrams: 1700, due: 4590 });
  });
});
