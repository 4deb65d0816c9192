import { type Order, type OrderChanged, type OrderList } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { patchPages } from './patch-pages.ts';

const order = (id: string, state = 'pendiente'): Order => ({ id, state }) as Order;
const page = (...orders: Order[]): OrderList => ({ orders, next: null });
const data = { pages: [page(order('1'), order('2')), page(order('3'))], pageParams: [null, 'x'] };
const to = (...changes: [id: string, state: string][]) =>
  new Map(changes.map(([id, state]) => [id, [{ after: { state } } as OrderChanged]]));
const moved = (state: string) => (one: Order) => ({ ...one, state }) as Order;
const OPEN = { estado: 'pendiente,asignada,en_ruta' };

describe('patchPages', () => {
  it('updates the changed order and keeps other pages identical', () => {
    const { pages, unknown } = patchPages(data, to(['2', 'asignada']), moved('asignada'));
    expect(pages.pages).toEqual([page(order('1'), order('2', 'asignada')), page(order('3'))]);
    expect(pages.pages[1]).toBe(data.pages[1]);
    expect(unknown).toBe(false);
  });

  it('removes orders that no longer match a given filter', () => {
    const { pages } = patchPages(data, to(['2', 'entregada']), moved('entregada'), OPEN);
    expect(pages.pages).toEqual([page(order('1')), page(order('3'))]);
    expect(patchPages(data, to(['2', 'entregada']), moved('entregada')).pages.pages[0]?.orders).toHaveLength(2);
  });

  it('returns the same object if nothing changed', () => {
    expect(patchPages(data, to(['2', 'pendiente']), (one) => one).pages).toBe(data);
  });

  it('reports unknown for an order that may now match', () => {
    expect(patchPages(data, to(['9', 'pendiente']), moved('pendiente'), OPEN).unknown).toBe(true);
    expect(patchPages(data, to(['9', 'entregada']), moved('entregada'), OPEN).unknown).toBe(false);
    expect(patchPages(data, to(['9', 'entregada']), moved('entregada'), { no_estado: 'anulada' }).unknown).toBe(true);
    expect(patchPages(data, to(['9', 'anulada']), moved('anulada'), { no_estado: 'anulada' }).unknown).toBe(false);
  });

  it('reports unknown for an event with too little information', () => {
    const { pages, unknown } = patchPages(data, to(['2', 'asignada']), () => undefined);
    expect([pages, unknown]).toEqual([data, true]);
  });
});
