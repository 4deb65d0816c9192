import { emptyFilter, resolveFilter } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openOrders, readOrdersAddress, sameFilter, USUAL_SORT, writeOrdersAddress } from './orders-address.ts';
import { readOrderWindow, writeOrderWindow } from './order-window.ts';
import { orderPath, ordersPath } from './orders-path.ts';

const read = (query: string) => readOrdersAddress(new URLSearchParams(query));
const write = (...args: Parameters<typeof writeOrdersAddress>) => writeOrdersAddress(...args).toString();

describe('URL of the orders', () => {
  it('defaults to open orders, most urgent first', () => {
    expect(read('')).toEqual({ filter: openOrders(), sort: 'vence' });
    expect(write({ filter: openOrders(), sort: USUAL_SORT })).toBe('');
  });

  it('marks «all orders» explicitly', () => {
    expect(write({ filter: emptyFilter(), sort: USUAL_SORT })).toBe('todas=1');
    expect(read('todas=1').filter).toEqual(emptyFilter());
  });

  it('keeps the office and an open panel', () => {
    const kept = new URLSearchParams('oficina=7&ver=12&marca=con_nota');
    expect(write({ filter: { ...emptyFilter(), search: 'pisco' }, sort: '-codigo' }, kept)).toBe(
      'oficina=7&ver=12&buscar=pisco&orden=-codigo',
    );
  });

  it('keeps relative days as words, and resolves them to the day that is today', () => {
    const params = new URLSearchParams('desde=ayer&hasta=manana');
    const { filter, sort } = readOrdersAddress(params);
    expect(filter).toMatchObject({ from: 'ayer', to: 'manana' });
    expect(writeOrdersAddress({ filter, sort }).toString()).toBe(params.toString());
    expect(resolveFilter(filter, '2026-11-30')).toMatchObject({ from: '2026-11-29', to: '2026-12-01' });
    expect(resolveFilter(filter, '2026-12-31')).toMatchObject({ from: '2026-12-30', to: '2027-01-01' });
  });

  it('ignores invalid values', () => {
    const { filter, sort } = read('estado=perdida&marca=con_nota&desde=anteayer&orden=color');
    expect(filter).toEqual({ ...emptyFilter(), flags: { is: ['con_nota'], not: [] } });
    expect(sort).toBe(USUAL_SORT);
  });

  it('round-trips any filter', () => {
    const states = fc.subarray(['pendiente', 'entregada', 'anulada'] as const);
    const search = fc.option(fc.constantFrom('pisco', 'av. arequipa 12', 'ñ&=%'), { nil: undefined });
    fc.assert(
      fc.property(states, states, search, fc.boolean(), (is, not, text, byCode) => {
        const filter = { ...emptyFilter(), states: { is, not }, ...(text !== undefined && { search: text }) };
        const sort = byCode ? '-codigo' : 'vence';
        const back = read(write({ filter, sort }));
        expect(sameFilter(back.filter, filter)).toBe(true);
        expect(back.sort).toBe(sort);
      }),
    );
  });
});

describe('panel next to the list', () => {
  it.each([
    [{ kind: 'detail', id: '12' }, 'ver=12'],
    [{ kind: 'edit', id: '12' }, 'editar=12'],
    [{ kind: 'new' }, 'nueva=1'],
    [null, ''],
  ] as const)('%j is written as «%s»', (window, query) => {
    expect(writeOrderWindow(window, new URLSearchParams('ver=5&nueva=1')).toString()).toBe(query);
    expect(readOrderWindow(new URLSearchParams(query))).toEqual(window);
  });

  it('ignores an invalid id', () => {
    expect(readOrderWindow(new URLSearchParams('ver=../7'))).toBeNull();
  });
});

it('S8: links to a list or an order, with the office for users who may choose one', () => {
  const [all, own] = [{ charge: 'S' }, { charge: 'A' }];
  const late = { ...emptyFilter(), flags: { is: ['vencidas' as const], not: [] } };
  expect(ordersPath(late, 'LIMA', own)).toBe('/assing?marca=vencidas');
  expect(ordersPath(emptyFilter(), 'LIMA', all)).toBe('/assing?oficina=LIMA&todas=1');
  expect(orderPath({ id: '12', officeId: 'LIMA' }, own)).toBe('/assing?ver=12');
  expect(orderPath({ id: '12', officeId: 'TRUJILLO' }, all)).toBe('/assing?oficina=TRUJILLO&ver=12');
});
