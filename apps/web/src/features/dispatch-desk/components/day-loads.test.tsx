import { officeOperations } from '@despacho/contracts';
import {
  courierOperations,
  type Order,
  orderOperations,
  type OrderRef,
  suggestionOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aPart, aSuggestion } from '#test/a-suggestion.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { type Intent } from '../rules/action.ts';
import { DialogContext } from '../state/dialogs.ts';
import { AssignWindow } from './AssignWindow.tsx';
import { MoveLoadWindow } from './MoveLoadWindow.tsx';
import { SuggestWindow } from './SuggestWindow.tsx';

const run = vi.hoisted(() => vi.fn<(intent: Intent) => Promise<void>>());
vi.mock('../state/use-actions.ts', () => ({ useActions: () => ({ run }) }));
// A canvas needs a browser.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({ OrdersMap: () => null }));

const TODAY = '2026-11-25';
const TOMORROW = '2026-11-26';
const orders: Order[] = [
  anOrder({ id: '1', code: 'D-1', date: '2026-11-24' }),
  anOrder({ id: '2', code: 'D-2', date: TODAY }),
  anOrder({ id: '3', code: 'D-3', date: TOMORROW }),
];

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  run.mockReset();
  // 22:00 of the 25th in Lima.
  vi.useFakeTimers({ now: Date.parse('2026-11-26T03:00:00Z'), toFake: ['Date'] });
  gateway = fakeGateway();
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  gateway.on(courierOperations['couriers.list'], ({ query }) => [
    aCourier({
      id: '7',
      name: 'Ana Núñez',
      capacityOrders: 20,
      load: { orders: query['dia'] === TOMORROW ? 4 : 12, weightGrams: 0 },
    }),
  ]);
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => {
    const { day, orders: some } = body as { day: string; orders: OrderRef[] };
    return aSuggestion([aPart('7', some, { day })]);
  });
  markIn(aView());
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (window: ReactNode) =>
  renderInApp(
    <OrdersState>
      <OrdersListState>
        <DialogContext value={vi.fn()}>{window}</DialogContext>
      </OrdersListState>
    </OrdersState>,
    { path: '/assing' },
  );
const lead = () => document.querySelector('dialog p')?.textContent;
const daysAsked = () => gateway.sentTo(courierOperations['couriers.list']).map(({ query }) => query['dia'] ?? 'today');

it('«Asignar» shows the load of each day, and states the days', async () => {
  open(<AssignWindow orders={orders} onClose={vi.fn()} />);
  const option = await screen.findByRole('option', { name: /Ana Núñez/ });
  // Orders left from yesterday are carried today.
  expect(option.textContent).toMatch(/hoy 12 → 14 de 20 órdenes.*mañana 4 → 5 de 20 órdenes/);
  expect(lead()).toContain('Son 2 para hoy y 1 para mañana: la carga se cuenta por día.');
  expect(new Set(daysAsked())).toEqual(new Set(['today', TOMORROW]));
});

it('«Asignar» names the day of orders that are not for today', async () => {
  open(<AssignWindow orders={orders.slice(2)} onClose={vi.fn()} />);
  expect((await screen.findByRole('option', { name: /Ana Núñez/ })).textContent).toContain('mañana 4 → 5');
  expect(lead()).toContain('Es para mañana.');
  expect(daysAsked()).toEqual([TOMORROW]);
});

it('«Sugerir reparto» proposes one day at a time', async () => {
  const { user } = open(<SuggestWindow orders={orders} onClose={vi.fn()} />);
  await screen.findByRole('button', { name: 'Asignar 2 órdenes' });
  const days = screen.getByRole('group', { name: 'Cada día tiene su reparto' });
  await user.click(within(days).getByText('Mañana 1'));
  await user.click(await screen.findByRole('button', { name: 'Asignar 1 orden' }));
  const asked = gateway
    .sentTo(suggestionOperations['assignments.suggest'])
    .map(({ body }) => body as { day: string; orders: { id: string }[] });
  expect(asked.map(({ day, orders: some }) => [day, some.map(({ id }) => id)])).toEqual([
    [TODAY, ['1', '2']],
    [TOMORROW, ['3']],
  ]);
  const [intent] = run.mock.lastCall ?? [];
  expect(intent?.parts.map(({ request }) => request.body)).toEqual([
    { day: TOMORROW, stops: [{ id: '3', version: orders[2]?.version }] },
  ]);
});

it('«Mover carga» moves the load of the day that the desk shows, and states it', async () => {
  const from = aCourier({ id: '9', name: 'Hugo Paredes', load: { orders: 3, weightGrams: 0 } });
  const { user } = open(<MoveLoadWindow from={from} load={{ day: TOMORROW, today: TODAY }} onClose={vi.fn()} />);
  await user.click(await screen.findByRole('option', { name: /Ana Núñez/ }));
  expect(lead()).toContain('3 órdenes para mañana pasan a quien seleccione');
  await waitFor(() => {
    expect(run).toHaveBeenCalledOnce();
  });
  const [intent] = run.mock.lastCall ?? [];
  expect(intent?.title).toBe('Mover la carga de Hugo Paredes para mañana a Ana Núñez');
  expect(intent?.parts.map(({ request }) => request.body)).toEqual([{ from: '9', to: '7', day: TOMORROW }]);
  expect(gateway.sentTo(orderOperations['orders.list'])[0]?.query).toMatchObject({
    repartidor: '9',
    desde: TOMORROW,
    hasta: TOMORROW,
  });
});
