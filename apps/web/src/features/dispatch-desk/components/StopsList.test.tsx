import {
  assignmentOperations,
  courierOperations,
  ORDER_FLAG_CODES,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { StopsList } from './StopsList.tsx';

const DAY = '2026-11-20';

/** Renders the stops of a courier: the first was left from the day before, and the third is fixed. */
function renderStops() {
  const gateway = fakeGateway();
  markIn(aView());
  const orders = ['1', '2', '3'].map((id) =>
    anOrder({
      ...{ id, code: `ORD-${id}`, date: id === '1' ? '2026-11-19' : DAY, sequence: Number(id) },
      ...(id === '3' && { pinned: true as const }),
    }),
  );
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({
    total: 3,
    flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])),
  }));
  gateway.on(courierOperations['couriers.list'], () => []);
  const saved = vi.fn();
  gateway.on(assignmentOperations['assignments.reorder'], ({ body }) => {
    saved(body);
    return { batch: null, at: '2026-11-20T12:00:00Z', undoUntil: null, outcomes: [], warnings: [] };
  });
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <StopsList courier={aCourier()} load={{ day: DAY, today: DAY }} />
      </OrdersListState>
    </OrdersState>,
  );
  return {
    user,
    saved,
    codes: () => screen.getAllByRole('listitem').map(({ textContent }) => /ORD-\d/.exec(textContent)?.[0]),
    fixed: () =>
      screen.getAllByRole('listitem').flatMap((row) => {
        const mark = within(row).queryByRole('img', { name: 'Fija en su lugar' });
        return mark ? [/ORD-\d/.exec(row.textContent)?.[0]] : [];
      }),
    choose: async (code: string, name: string) => {
      await user.click(await screen.findByRole('button', { name: `Mover ${code}` }));
      await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }));
    },
  };
}

it('moves a stop by its menu, also one that was left among those of the day', async () => {
  const { user, codes, choose, saved } = renderStops();
  await choose('ORD-1', 'Bajar');
  expect(codes()).toEqual(['ORD-2', 'ORD-1', 'ORD-3']);
  await choose('ORD-2', 'Mover a la parada 3');
  expect(codes()).toEqual(['ORD-1', 'ORD-3', 'ORD-2']);
  await user.click(screen.getByRole('button', { name: 'Mover ORD-2' }));
  const last = within(await screen.findByRole('menu')).getByRole('menuitem', { name: /^Bajar/ });
  expect(last.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Guardar el orden' }));
  // The pins stay as they are.
  await vi.waitFor(() => {
    expect(saved.mock.calls).toEqual([[{ day: DAY, orders: ['1', '3', '2'].map((id) => ({ id, version: 1 })) }]]);
  });
});

it('marks stops whose place is fixed, and saves who is fixed with the order', async () => {
  const { user, fixed, choose, saved } = renderStops();
  await screen.findByRole('button', { name: 'Mover ORD-1' });
  expect(fixed()).toEqual(['ORD-3']);
  await choose('ORD-1', 'Fijar en su lugar');
  expect(fixed()).toEqual(['ORD-1', 'ORD-3']);
  await choose('ORD-2', 'Dejar de fijar las 2');
  expect(fixed()).toEqual([]);
  await choose('ORD-3', 'Fijar en su lugar');
  // As it was: nothing to save.
  expect(screen.queryByRole('button', { name: 'Guardar el orden' })).toBeNull();
  await choose('ORD-3', 'Dejar de fijar');
  await choose('ORD-2', 'Fijar en su lugar');
  await user.click(screen.getByRole('button', { name: 'Guardar el orden' }));
  await vi.waitFor(() => {
    expect(saved.mock.calls).toEqual([
      [{ day: DAY, orders: ['1', '2', '3'].map((id) => ({ id, version: 1 })), pinned: ['2'] }],
    ]);
  });
});
