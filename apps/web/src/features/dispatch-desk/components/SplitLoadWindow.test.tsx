import { courierOperations, orderOperations, type Suggest, suggestionOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aPart, aSuggestion, idsIn, suggested } from '#test/a-suggestion.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { type Intent } from '../rules/action.ts';
import { type Dialog, DialogContext } from '../state/dialogs.ts';
import { SplitLoadWindow } from './SplitLoadWindow.tsx';

const run = vi.hoisted(() => vi.fn<(intent: Intent) => Promise<void>>());
vi.mock('../state/use-actions.ts', () => ({ useActions: () => ({ run }) }));
// A canvas needs a browser.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({ OrdersMap: () => null }));

const LOAD = { day: '2026-11-20', today: '2026-11-20' };
const IVAN = { id: '30', name: 'Iván Salazar' };
const ABLE = { zones: [], shift: { from: '00:00', to: '23:59' }, load: { orders: 0, weightGrams: 0 } };
const orders = ['1', '2', '3'].map((id) => anOrder({ id, code: `D-${id}`, state: 'asignada', courier: IVAN }));

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  run.mockReset();
  gateway = fakeGateway();
  gateway.on(courierOperations['couriers.list'], () => [
    aCourier({ ...ABLE, ...IVAN, held: 4500, load: { orders: 3, weightGrams: 0 } }),
    aCourier({ ...ABLE, id: '31', name: 'Ana Núñez', capacityOrders: 2 }),
    aCourier({ ...ABLE, id: '32', name: 'Rosa Huanca', capacityOrders: 50, load: { orders: 10, weightGrams: 0 } }),
  ]);
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => suggested(body as Suggest));
  markIn(aView());
});

async function open() {
  const onClose = vi.fn();
  const { user } = renderInApp(
    <OrdersState>
      <DialogContext value={vi.fn<(dialog: Dialog) => void>()}>
        <SplitLoadWindow from={IVAN} load={LOAD} isLeaving onClose={onClose} />
      </DialogContext>
    </OrdersState>,
    { path: '/assing' },
  );
  const submit = () => user.click(screen.getByRole('button', { name: /^Marcar ausente/ }));
  await screen.findByRole('button', { name: /^Marcar ausente/ });
  const sent = () => run.mock.lastCall?.[0].parts.map(({ part, request }) => [part, ...idsIn(request)]);
  return { user, onClose, submit, sent };
}

const neighbour = (name: string) => within(screen.getByRole('region', { name: /^Reciben/ })).getByText(name);

it('proposes the fewest neighbours with room, with their hours and load, and shows the cash', async () => {
  const { onClose, submit, sent } = await open();
  expect(screen.getByRole('dialog').textContent).toContain('Todavía lleva S/ 45.00 en efectivo');
  const ana = neighbour('Ana Núñez').closest('button');
  expect(ana?.getAttribute('aria-pressed')).toBe('true');
  expect(ana?.textContent).toContain('00:00–23:59');
  expect(ana?.textContent).toContain('0 →  a 1 de 2 órd.');
  await submit();
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent()).toEqual([['Ausencia'], ['Ana Núñez', '1'], ['Rosa Huanca', '2', '3']]);
});

it('splits again among the chosen couriers, and shows what stays with the courier', async () => {
  const { user, submit, sent } = await open();
  gateway.on(suggestionOperations['assignments.suggest'], () =>
    aSuggestion(
      [
        aPart(
          '31',
          orders.slice(0, 2).map(({ id }) => ({ id, version: 1 })),
        ),
      ],
      [{ id: '3', why: 'no_capacity' }],
    ),
  );
  await user.click(neighbour('Rosa Huanca'));
  expect(await screen.findByRole('heading', { name: '1 orden se queda con Iván Salazar' })).toBeTruthy();
  await submit();
  expect(sent()).toEqual([['Ausencia'], ['Ana Núñez', '1', '2']]);
});

it('only marks a courier without orders', async () => {
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  const { submit, sent } = await open();
  expect(screen.getByText('No lleva órdenes.')).toBeTruthy();
  await submit();
  await waitFor(() => expect(sent()).toEqual([['Ausencia']]));
});
