import {
  assignmentOperations,
  courierOperations,
  type Order,
  type OrderState,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { anOrder } from '#test/an-order.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { DialogContext } from '../state/dialogs.ts';
import { DeskMenu } from './DeskMenu.tsx';
import { StateMenu } from './StateMenu.tsx';

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
});

const ordersIn = (...states: OrderState[]): Order[] =>
  states.map((state, index) => anOrder({ id: String(index + 1), version: index + 5, state }));

/** Opens a menu for a user with this charge. */
async function openMenu(charge: string, button: string, menu: ReactNode) {
  markIn(aView({ charge }));
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <DialogContext value={vi.fn()}>{menu}</DialogContext>
      </OrdersListState>
    </OrdersState>,
  );
  await user.click(screen.getByRole('button', { name: button }));
  const items = await screen.findAllByRole('menuitem');
  return { user, items, labels: items.map(({ textContent }) => textContent) };
}

describe('the menu of state changes', () => {
  it('counts the orders that each action applies to, and sends them all', async () => {
    const orders = ordersIn('asignada', 'asignada', 'pendiente', 'anulada', 'entregada');
    const { user, items, labels } = await openMenu('S', 'Cambiar estado', <StateMenu orders={orders} />);
    expect(labels).toEqual([
      'Sale a ruta (2 de 5)',
      'Entregada (2 de 5)',
      'No entregada… (2 de 5)',
      'Quitar el repartidor (2 de 5)',
      'Corregir… (2 de 5)',
      'Anular… (3 de 5)',
    ]);
    const [first] = items;
    if (first) await user.click(first);
    await waitFor(() => {
      expect(gateway.sentTo(assignmentOperations['assignments.changeState']).map(({ body }) => body)).toEqual([
        { to: 'en_ruta', orders: orders.map(({ id, version }) => ({ id, version })) },
      ]);
    });
  });

  it('asks before an absent courier is put en route', async () => {
    gateway.on(courierOperations['couriers.list'], () => [
      aCourier({ id: '30', name: 'Hugo Paredes', state: 'ausente' }),
    ]);
    const order = anOrder({ id: '1', version: 5, state: 'asignada', courier: { id: '30', name: 'Hugo Paredes' } });
    const sent = () => gateway.sentTo(assignmentOperations['assignments.changeState']);
    const { user, items } = await openMenu('S', 'Cambiar estado', <StateMenu orders={[order]} />);
    const [first] = items;
    if (first) await user.click(first);
    await screen.findByText('Hugo Paredes está ausente');
    expect(sent()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Poner en ruta' }));
    await waitFor(() => {
      expect(sent()).toHaveLength(1);
    });
  });

  it('offers corrections and cancellations only to charge S', async () => {
    const orders = ordersIn('asignada', 'no_entregada', 'pendiente');
    const { labels } = await openMenu('A', 'Cambiar estado', <StateMenu orders={orders} />);
    expect(labels).toEqual([
      'Sale a ruta (1 de 3)',
      'Nueva visita… (1 de 3)',
      'En devolución (1 de 3)',
      'Entregada (1 de 3)',
      'No entregada… (1 de 3)',
      'Quitar el repartidor (1 de 3)',
    ]);
  });

  it('shows no counts for a single order', async () => {
    const { labels } = await openMenu('A', 'Cambiar estado', <StateMenu orders={ordersIn('asignada')} />);
    expect(labels).toEqual(['Sale a ruta', 'Entregada', 'No entregada…', 'Quitar el repartidor']);
  });
});

describe('the menu of the desk', () => {
  it.each([
    ['S', true],
    ['A', false],
  ])('for charge %s offers the reasons: %s', async (charge, offered) => {
    const { labels } = await openMenu(charge, 'Más acciones', <DeskMenu />);
    expect(labels).toEqual([
      'Cierre del día',
      'Por revisar',
      'Por ubicar',
      'Últimas acciones',
      'Ajustes para repartidores',
      ...(offered ? ['Motivos de no entrega'] : []),
      'Teclas de esta sección',
    ]);
  });
});
