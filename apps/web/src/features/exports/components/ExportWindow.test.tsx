import { exportOperations, orderOperations } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { ExportWindow } from './ExportWindow.tsx';

it.each([
  ['A', '?todas=1', 0],
  ['A', '?marca=con_nota', 1],
  ['S', '?todas=1', 1],
])('for charge %s and the filter %s sends %i export requests, else says why not', async (charge, search, requests) => {
  const gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder()], next: null }));
  markIn(aView({ charge }));
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <ExportWindow onClose={vi.fn()} />
      </OrdersListState>
    </OrdersState>,
    { path: `/assing${search}` },
  );
  await user.click(await screen.findByRole('button', { name: 'Exportar 1 orden' }));
  expect(gateway.sentTo(exportOperations['exports.prepare'])).toHaveLength(requests);
  const refusal = screen.queryByText(
    'Exportar todas las órdenes necesita el cargo S. Reduzca la búsqueda con algún filtro.',
  );
  expect(refusal === null).toBe(requests === 1);
});
