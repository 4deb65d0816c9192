import { ORDER_FLAG_CODES, type OrderCounts, orderOperations } from '@despacho/contracts/dispatch';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { recordDayTurn } from '#shared/format/working-day.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { OrdersPane } from './OrdersPane.tsx';
import { OrdersListState } from './state/OrdersListState.tsx';
import { OrdersState } from './state/OrdersState.tsx';

const counts: OrderCounts = {
  total: 1,
  flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])) as OrderCounts['flags'],
};

beforeEach(() => {
  localStorage.clear();
  const gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder()], next: null }));
  gateway.on(orderOperations['orders.counts'], () => counts);
  // jsdom computes no layout, and the table renders only rows in view.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1600);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

function open(id: string, path = '/assing') {
  markIn(aView({ id }));
  return renderInApp(
    <OrdersState>
      <OrdersListState>
        <OrdersPane />
      </OrdersListState>
    </OrdersState>,
    { path },
  );
}

it('switches to the new day automatically, with its orders and loads', async () => {
  const gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder()], next: null }));
  gateway.on(orderOperations['orders.counts'], () => counts);
  recordDayTurn('05:00');
  onTestFinished(() => {
    vi.useRealTimers();
    recordDayTurn('00:00');
  });
  // Shortly before 05:00 in Lima, when the day turns.
  vi.useFakeTimers({ now: Date.parse('2026-11-26T09:59:50Z'), shouldAdvanceTime: true });
  const { router, client } = open('1', '/assing?desde=hoy&hasta=hoy');
  const daysAsked = () =>
    gateway.sentTo(orderOperations['orders.list']).map(({ query }) => [query['desde'], query['hasta']]);
  await screen.findAllByRole('row');
  expect(daysAsked()).toEqual([['2026-11-25', '2026-11-25']]);
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  await waitFor(() => {
    expect(daysAsked().at(-1)).toEqual(['2026-11-26', '2026-11-26']);
  });
  expect(router.state.location.search).toBe('?desde=hoy&hasta=hoy');
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['dispatch', 'LIMA', 'couriers'] });
});

const heads = async () => {
  const [head] = await screen.findAllByRole('row');
  return head
    ? within(head)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    : [];
};

it('shows each person the columns that they chose, by keyboard', async () => {
  const { user, unmount } = open('1');
  expect(await heads()).not.toContain('Dirección');
  (await screen.findByRole('button', { name: 'Columnas' })).focus();
  await user.keyboard('{Enter}');
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Dirección' });
  for (let steps = 0; document.activeElement !== item && steps < 20; steps++) await user.keyboard('{ArrowDown}');
  await user.keyboard('{Enter}');
  expect(item.getAttribute('aria-checked')).toBe('true');
  await user.keyboard('{Escape}');
  expect(await heads()).toContain('Dirección');
  expect(screen.getByTitle('Av. Larco 345')).toBeTruthy();
  unmount();

  const again = open('1');
  expect(await heads()).toContain('Dirección');
  again.unmount();
  open('2');
  expect(await heads()).not.toContain('Dirección');
});

it.each([
  ['an office without orders', '/assing?todas=1', 'Todavía no hay órdenes', true],
  ['a list of nothing to do', '/assing', 'No queda nada por hacer', true],
  ['a search without results', '/assing?todas=1&buscar=zzz', 'Ninguna orden cumple los filtros', false],
])('offers the next step in %s', async (_, path, title, offersOrder) => {
  fakeGateway().on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  const { user, router } = open('1', path);
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  if (offersOrder) {
    await user.click(screen.getByRole('button', { name: 'Crear una orden' }));
    expect(new URLSearchParams(router.state.location.search).has('nueva')).toBe(true);
  } else {
    const inList = screen.getAllByRole('button', { name: 'Quitar filtros' }).at(-1);
    if (inList) await user.click(inList);
    await waitFor(() => expect(router.state.location.search).not.toContain('buscar'));
  }
});
