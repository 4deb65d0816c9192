import {
  type Order,
  ORDER_FLAG_CODES,
  type OrderCounts,
  type OrderList,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { OrdersListState } from '../state/OrdersListState.tsx';
import { OrdersState } from '../state/OrdersState.tsx';
import { useOrders, useOrderWindow } from '../state/use-orders-state.ts';
import { OrdersGrid } from './OrdersGrid.tsx';
import { SelectionBar } from './SelectionBar.tsx';

const TOTAL = 350;
const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])) as OrderCounts['flags'];

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  // jsdom computes no layout, and the table renders only rows in view.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  gateway = fakeGateway();
  const all: Order[] = Array.from({ length: TOTAL }, (_, at) => anOrder({ id: String(at + 1) }));
  gateway.on(orderOperations['orders.list'], ({ query }) => {
    const from = Number(query['cursor'] ?? 0);
    const to = from + Number(query['limite']);
    return { orders: all.slice(from, to), next: to < TOTAL ? String(to) : null };
  });
  // No order of earlier days.
  gateway.on(orderOperations['orders.counts'], ({ query }) => ({ total: query['hasta'] ? 0 : TOTAL, flags }));
  markIn(aView());
});

function Screen() {
  const { open } = useOrderWindow();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          open({ kind: 'detail', id: '4' });
        }}
      >
        Abrir la cuarta
      </button>
      <button type="button">Con nota</button>
      <input aria-label="Buscar" />
      <div role="dialog" tabIndex={-1} aria-label="Filtros" />
      {!useOrders().isPending && <OrdersGrid columns={['codigo', 'destinatario']} isCard={false} />}
      <SelectionBar>{null}</SelectionBar>
    </>
  );
}

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-order-id="${id}"]`);

/** Opens the table with the first page loaded. */
async function openGrid(path = '/assing') {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <Screen />
      </OrdersListState>
    </OrdersState>,
    { path },
  );
  await waitFor(() => {
    expect(rowOf(1)).toBeTruthy();
  });
  return shown;
}

const bar = () => screen.queryByRole('region', { name: 'Órdenes seleccionadas' });

describe('Ctrl+A', () => {
  it('selects the whole result from anywhere on the page', async () => {
    const { user } = await openGrid();
    await user.click(screen.getByRole('button', { name: 'Con nota' }));
    await user.keyboard('{Control>}a{/Control}');
    expect((await screen.findByRole('region', { name: 'Órdenes seleccionadas' })).textContent).toContain('350 órdenes');
  });

  it.each(['textbox', 'dialog'] as const)('is left to the browser in a %s', async (role) => {
    const { user } = await openGrid();
    const loaded = gateway.sent.length;
    screen.getByRole(role).focus();
    await user.keyboard('{Control>}a{/Control}');
    expect(bar()).toBeNull();
    expect(gateway.sent.slice(loaded)).toEqual([]);
  });
});

describe('End', () => {
  it('goes to the last order of the list, and Home back to the first', async () => {
    const { user } = await openGrid();
    rowOf(1)?.focus();
    await user.keyboard('{End}');
    await waitFor(() => {
      expect(document.activeElement).toBe(rowOf(TOTAL));
    });
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(rowOf(1));
  });

  it.each(['key', 'click'])('does not move the focus back if another %s has moved it', async (by) => {
    const { user, client } = await openGrid();
    rowOf(1)?.focus();
    const reply = Promise.withResolvers<OrderList>();
    gateway.on(orderOperations['orders.list'], () => reply.promise);
    await user.keyboard('{End}');
    // The first rows are rendered, as jsdom does not scroll.
    if (by === 'key') await user.keyboard('{Home}');
    else await user.click(rowOf(1) ?? document.body);
    reply.resolve({ orders: [anOrder({ id: '101' })], next: null });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await act(() => Promise.resolve());
    expect(document.activeElement).toBe(rowOf(1));
  });
});

it('asks before a tap selects the whole result', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)', onchange: null }),
  );
  const { user } = await openGrid();
  const box = screen.getByRole('checkbox', { name: 'Seleccionar todas las órdenes del resultado' });
  await user.click(box);
  expect((await screen.findByText('¿Seleccionar las 350 órdenes?')).isConnected).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(bar()).toBeNull();
  await user.click(box);
  await user.click(await screen.findByRole('button', { name: 'Seleccionar todas' }));
  expect((await screen.findByRole('region', { name: 'Órdenes seleccionadas' })).textContent).toContain('350 órdenes');
});

it('makes the row of the opened order the active one', async () => {
  const { user } = await openGrid();
  expect(rowOf(1)?.tabIndex).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Abrir la cuarta' }));
  await waitFor(() => {
    expect([rowOf(1)?.tabIndex, rowOf(4)?.tabIndex]).toEqual([-1, 0]);
  });
});

describe('orders of earlier days', () => {
  const old = anOrder({ id: '900', date: '2026-01-05', dueAt: '2026-01-05T20:00:00.000Z' });
  const group = () => screen.findByRole('button', { name: '1 atrasada de días anteriores' });

  beforeEach(() => {
    const later = ['1', '2'].map((id) => anOrder({ id, date: '2099-01-05', dueAt: '2099-01-05T20:00:00.000Z' }));
    gateway.on(orderOperations['orders.list'], ({ query }) => ({
      orders: query['desde'] ? later : [old, ...later],
      next: null,
    }));
    gateway.on(orderOperations['orders.counts'], ({ query }) => ({ total: query['hasta'] ? 1 : 3, flags }));
  });

  it('are one row above those of today, which shows and hides them', async () => {
    const { user } = await openGrid();
    expect([rowOf(900), rowOf(1)?.getAttribute('aria-rowindex')]).toEqual([null, '3']);
    await user.click(await group());
    await waitFor(() => {
      expect(rowOf(900)).toBeTruthy();
    });
    expect(screen.getByText('Desde hoy').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('4');
    expect(rowOf(1)?.getAttribute('aria-rowindex')).toBe('5');
    // The header, three orders and two rows about days.
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');
    await user.click(await group());
    await waitFor(() => {
      expect(rowOf(900)).toBeNull();
    });
  });

  it('are not selected with the others while they are hidden', async () => {
    const { user } = await openGrid();
    await group();
    await user.keyboard('{Control>}a{/Control}');
    expect((await screen.findByRole('region', { name: 'Órdenes seleccionadas' })).textContent).toContain('2 órdenes');
  });

  it('are reached from the first order with the arrow keys', async () => {
    const { user } = await openGrid();
    const button = await group();
    rowOf(1)?.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(button);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rowOf(1));
  });

  it('are collapsed in «Todas» too, counted as orders and not as late ones', async () => {
    const { user } = await openGrid('/assing?todas=1');
    const button = await screen.findByRole('button', { name: '1 orden de días anteriores' });
    expect(rowOf(900)).toBeNull();
    await user.click(button);
    await waitFor(() => {
      expect(rowOf(900)).toBeTruthy();
    });
  });

  it.each(['buscar=ana', 'orden=codigo', 'estado=pendiente,asignada,en_ruta&marca=vencidas', 'todas=1&orden=codigo'])(
    'are listed like the others with %s',
    async (query) => {
      await openGrid(`/assing?${query}`);
      expect(rowOf(900)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /días anteriores/ })).toBeNull();
    },
  );
});
