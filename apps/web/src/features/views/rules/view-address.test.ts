import { emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { isModified, namedView, openedView, viewOf } from './view-address.ts';

const view = { id: '7', filter: { marca: 'con_cobro', distrito: '150122' }, sort: '-codigo' as const };
const filter: OrderFilter = {
  ...emptyFilter(),
  flags: { is: ['con_cobro'], not: [] },
  districts: { is: ['150122'], not: [] },
};

describe('the address of a view', () => {
  it('holds what the view shows and its name, and keeps what it is not about', () => {
    const params = openedView(view, new URLSearchParams('oficina=AREQUIPA&buscar=rojas&orden=codigo'));
    expect(Object.fromEntries(params)).toEqual({
      oficina: 'AREQUIPA',
      marca: 'con_cobro',
      distrito: '150122',
      orden: '-codigo',
      vista: '7',
    });
  });

  it('of all orders says so, because an address without a filter means those still to be done', () => {
    expect(openedView({ id: '8', filter: {}, sort: null }, new URLSearchParams()).toString()).toBe('todas=1&vista=8');
  });

  it('names a view only as long as the office has it', () => {
    expect(viewOf([view], new URLSearchParams('vista=7'))).toBe(view);
    expect(viewOf([view], new URLSearchParams('vista=9'))).toBeUndefined();
    expect(viewOf([view], new URLSearchParams('marca=con_cobro'))).toBeUndefined();
    expect(namedView(null, new URLSearchParams('marca=con_cobro&vista=7')).toString()).toBe('marca=con_cobro');
  });
});

describe('a view that is open', () => {
  it('is as it was saved while filter and sorting are', () => {
    expect(isModified(view, filter, '-codigo')).toBe(false);
    expect(isModified({ ...view, sort: null }, filter, 'vence')).toBe(false);
  });

  it('is modified by another filter, by a search, and by another sorting', () => {
    expect(isModified(view, emptyFilter(), '-codigo')).toBe(true);
    expect(isModified(view, { ...filter, search: 'rojas' }, '-codigo')).toBe(true);
    expect(isModified(view, filter, 'codigo')).toBe(true);
  });
});
