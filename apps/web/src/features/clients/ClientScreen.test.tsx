import { clientOperations, configOperations } from '@despacho/contracts';
import { ORDER_STATE_CODES, orderOperations } from '@despacho/contracts/dispatch';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { OrderSidePanel } from '#features/orders/OrderSidePanel.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { Component } from './ClientScreen.tsx';

// A map needs a browser.
vi.mock('./components/ClientMap.tsx', () => ({ default: () => <p>mapa</p> }));

const CLIENT = {
  id: 5001,
  name: 'Óptica Visión',
  taxId: '20657527735',
  code: 'C0001',
  phone: '950867070',
  district: 'Surquillo',
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(clientOperations['clients.read'], () => CLIENT);
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Prueba',
    version: '1',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    attribution: null,
  }));
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder({ code: 'D-1' })], next: null }));
  gateway.on(orderOperations['orders.states'], () => ({
    total: 34,
    states: Object.fromEntries(
      ORDER_STATE_CODES.map((state) => [state, { pendiente: 2, en_ruta: 1, entregada: 31 }[state as string] ?? 0]),
    ),
  }));
});

function openClient() {
  const desk = (
    <OrdersState>
      <OrderSidePanel />
    </OrdersState>
  );
  const router = createMemoryRouter(
    [
      { path: '/clients/:id', element: <Component /> },
      { path: '/assing', element: desk },
    ],
    { initialEntries: ['/clients/5001'] },
  );
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, unmount, user: userEvent.setup({ delay: null }) };
}

describe('the page of a client', () => {
  it('shows figures of the last month and the newest orders', async () => {
    markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
    openClient();
    const figures = await screen.findByRole('list', { name: 'Últimos 30 días' });
    expect(await within(figures).findByRole('link', { name: /^3 ?Por hacer$/ })).toBeTruthy();
    expect(within(figures).getByRole('link', { name: /^31 ?Entregadas$/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^D-1/ }).getAttribute('href')).toContain('ver=1');
    expect(screen.getByText('RUC 20657527735 · C0001')).toBeTruthy();
    const asked = gateway.sentTo(orderOperations['orders.list']).map(({ query }) => query['cliente']);
    expect(asked).toEqual(['5001']);
  });

  it('opens the form of a new order with the client, without the name in the address', async () => {
    markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
    const { user, router } = openClient();
    await user.click(await screen.findByRole('link', { name: 'Nueva orden' }));
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Cliente' })).value).toBe('Óptica Visión');
    expect(router.state.location.search).toMatch(/cliente=5001/);
    expect(router.state.location.search).not.toMatch(/ptica/);
  });

  it('S34 S36: says that a client does not exist, and offers a retry of another failure', async () => {
    markIn(aView({ permissionsList: [{ module: '000' }] }));
    gateway.on(clientOperations['clients.read'], () => problem('not-found'));
    const first = openClient();
    expect(await screen.findByRole('heading', { name: 'Este cliente no existe' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    first.unmount();

    gateway.on(clientOperations['clients.read'], () => problem('upstream-failed'));
    const { user } = openClient();
    expect((await screen.findByRole('alert')).textContent).toContain('El servicio tuvo un error');
    gateway.on(clientOperations['clients.read'], () => CLIENT);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('heading', { name: 'Óptica Visión' })).toBeTruthy();
  });

  it('requests no orders for a person who may not see them', async () => {
    markIn(aView({ permissionsList: [{ module: '000' }] }));
    openClient();
    expect(await screen.findByRole('heading', { name: 'Óptica Visión' })).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Identificación' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Nueva orden' })).toBeNull();
    expect(gateway.sent.filter(({ path }) => path.startsWith('/api/orders'))).toEqual([]);
  });
});
