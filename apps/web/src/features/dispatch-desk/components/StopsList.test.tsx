import { courierOperations, ORDER_FLAG_CODES, orderOperations } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
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

it('moves a stop by its menu, within its day', async () => {
  const gateway = fakeGateway();
  markIn(aView());
  const orders = ['1', '2', '3'].map((id) => anOrder({ id, code: `ORD-${id}`, date: id === '3' ? '2026-11-21' : DAY }));
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({
    total: 3,
    flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])),
  }));
  gateway.on(courierOperations['couriers.list'], () => []);
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <StopsList courier={aCourier()} load={{ day: '2026-11-21', today: DAY }} />
      </OrdersListState>
    </OrdersState>,
  );
  const codes = () => screen.getAllByRole('listitem').map(({ textContent }) => /ORD-\d/.exec(textContent)?.[0]);
  const open = async (code: string) => {
    await user.click(await screen.findByRole('button', { name: `Mover ${code}` }));
    return within(await screen.findByRole('menu'));
  };
  await user.click((await open('ORD-1')).getByRole('menuitem', { name: 'Bajar' }));
  expect(codes()).toEqual(['ORD-2', 'ORD-1', 'ORD-3']);
  await user.click((await open('ORD-1')).getByRole('menuitem', { name: 'Mover a la parada 1' }));
  expect(codes()).toEqual(['ORD-1', 'ORD-2', 'ORD-3']);
  const menu = await open('ORD-2');
  expect(menu.getByRole('menuitem', { name: /^Bajar/ }).getAttribute('aria-disabled')).toBe('true');
  expect(menu.queryByRole('menuitem', { name: 'Mover a la parada 3' })).toBeNull();
});
