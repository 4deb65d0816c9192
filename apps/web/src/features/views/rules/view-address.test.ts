import { emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { isModified, namedView, openedView, viewOf } from './view-address.ts';

const view = { id: '7', filter: { marca: 'con_cobro', distrito: '150122' }, sort: '-codigo' as const };
const filter: OrderFilter = {
  ...emptyFilter(),
  flags: { is: ['con_cobro'], not: [] },
  districts: { is: ['150122'], not: [] },
};

describe('URL of a view', () => {
  it("contains the view's filter and id, and keeps other parameters", () => {
    const params = openedView(view, new URLSearchParams('oficina=AREQUIPA&buscar=rojas&orden=codigo'));
    expect(Object.fromEntries(params)).toEqual({
      oficina: 'AREQUIPA',
      marca: 'con_cobro',
      distrito: '150122',
      orden: '-codigo',
      vista: '7',
    });
  });

  it('marks «all orders» explicitly, since no filter means open orders', () => {
    expect(openedView({ id: '8', filter: {}, sort: null }, new URLSearchParams()).toString()).toBe('todas=1&vista=8');
  });

  it('ignores a view that the office no longer has', () => {
    expect(viewOf([view], new URLSearchParams('vista=7'))).toBe(view);
    expect(viewOf([view], new URLSearchParams('vista=9'))).toBeUndefined();
    expect(viewOf([view], new URLSearchParams('marca=con_cobro'))).toBeUndefined();
    expect(namedView(null, new URLSearchParams('marca=con_cobro&vista=7')).toString()).toBe('marca=con_cobro');
  });
});

describe('an open view', () => {
  it('is unmodified while filter and sorting match', () => {
    expect(isModified(view, filter, '-codigo')).toBe(false);
    expect(isModified({ ...view, sort: null }, filter, 'vence')).toBe(false);
  });

  it('is modified by another filter, a search or another sorting', () => {
    expect(isModified(view, emptyFilter(), '-codigo')).toBe(true);
    expect(isModified(view, { ...filter, search: 'rojas' }, '-codigo')).toBe(true);
    expect(isModified(view, filter, 'codigo')).toBe(true);
  });
});
