import {
  addDays,
  assignmentOperations,
  courierOperations,
  evidenceOperations,
  ORDER_FLAG_CODES,
  type OrderCounts,
  orderOperations,
  placeOperations,
  reviewOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStreet } from '#test/a-street.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { aReview } from '#test/a-review.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useOrders, useOrderWindow, useSelection } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { workingDayIn } from '#shared/format/working-day.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { DeskActions } from './DeskActions.tsx';
import { assignIntent, closeIntent, stateIntent } from './rules/intents.ts';
import { useActions } from './state/use-actions.ts';
import { loadWindows } from './lazy-windows.ts';

beforeAll(loadWindows);

const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])) as OrderCounts['flags'];
const JUANA = { id: '30', name: 'Juana Ríos' };

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  const orders = ['1', '2'].map((id) =>
    anOrder({ id, code: `D-${id}`, state: 'asignada', courier: JUANA, version: 3 }),
  );
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({ total: orders.length, flags }));
  const receipt = (sent: readonly { id: string; version: number }[]) => ({
    batch: 'b',
    at: '2026-11-20T15:00:00.000Z',
    undoUntil: new Date(Date.now() + 30_000).toISOString(),
    outcomes: sent.map(({ id, version }) => ({
      ok: true,
      id,
      code: `D-${id}`,
      version: version + 1,
      changed: true,
    })),
    warnings: [],
  });
  for (const id of ['assignments.changeState', 'assignments.close', 'assignments.assign'] as const)
    gateway.on(assignmentOperations[id], ({ body }) => receipt((body as { orders: [] }).orders));
  gateway.on(assignmentOperations['assignments.undo'], () => receipt(['1', '2'].map((id) => ({ id, version: 4 }))));
  markIn(aView());
});

/** Buttons for the panes' actions, and the selection as text. */
function Panes() {
  const { orders } = useOrders();
  const selection = useSelection();
  const { window, open } = useOrderWindow();
  const { run } = useActions();
  const actions = {
    choose: () => {
      selection.add(orders);
    },
    'choose first': () => {
      selection.add(orders.slice(0, 1));
    },
    'set off': () => void run(stateIntent(selection.orders, { to: 'en_ruta' })),
    deliver: () => void run(closeIntent(selection.orders, () => ({ to: 'entregada' }))),
    assign: () => void run(assignIntent(selection.orders, JUANA)),
    open: () => {
      open({ kind: 'detail', id: '1' });
    },
  };
  return (
    <>
      {Object.entries(actions).map(([name, act]) => (
        <button key={name} type="button" onClick={act} disabled={orders.length === 0}>
          {name}
        </button>
      ))}
      <p aria-label="Seleccionadas">
        {selection.orders.map(({ code, version, state }) => `${code} ${state} v${version}`).join(', ')}
      </p>
      {window && <p>panel</p>}
    </>
  );
}

async function openDesk(path = '/assing') {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <DeskActions>
          <Panes />
        </DeskActions>
      </OrdersListState>
    </OrdersState>,
    { path },
  );
  await waitFor(() => {
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'choose' }).disabled).toBe(false);
  });
  const press = (name: string): Promise<void> => shown.user.click(screen.getByRole('button', { name }));
  return { ...shown, press };
}

const receipt = () => screen.queryByRole('region', { name: 'Constancia del cambio' });
const selected = () => screen.getByLabelText('Seleccionadas').textContent;

describe('the selection', () => {
  it('stays after a change of state, with the new state and version', async () => {
    const { press } = await openDesk();
    await press('choose');
    await press('set off');
    await waitFor(() => {
      expect(selected()).toBe('D-1 en_ruta v4, D-2 en_ruta v4');
    });
  });

  it.each(['deliver', 'assign'])('is cleared when orders leave the list or are assigned: %s', async (name) => {
    const { press } = await openDesk();
    await press('choose');
    await press(name);
    await waitFor(() => {
      expect(selected()).toBe('');
    });
  });
});

describe('after an undo', () => {
  const undo = async (user: Awaited<ReturnType<typeof openDesk>>['user']) => {
    await user.click(await screen.findByRole('button', { name: /^Deshacer/ }));
  };

  it.each(['set off', 'deliver', 'assign'])('the orders are selected as before: %s', async (name) => {
    const { user, press } = await openDesk();
    await press('choose');
    await press(name);
    await undo(user);
    await waitFor(() => {
      expect(selected()).toBe('D-1 asignada v5, D-2 asignada v5');
    });
  });

  it('a selection made meanwhile is kept', async () => {
    const { user, press } = await openDesk();
    await press('choose');
    await press('assign');
    await screen.findByRole('button', { name: /^Deshacer/ });
    await press('choose first');
    await undo(user);
    await waitFor(() => {
      expect(gateway.sentTo(assignmentOperations['assignments.undo'])).toHaveLength(1);
    });
    await waitFor(() => {
      expect(selected()).toBe('D-1 asignada v5');
    });
  });
});

it('Esc closes the panel, then the receipt, then the selection', async () => {
  const { user, press } = await openDesk();
  await press('choose');
  await press('set off');
  await screen.findByRole('region', { name: 'Constancia del cambio' });
  await waitFor(() => {
    expect(selected()).toContain('en_ruta');
  });
  await press('open');
  expect(screen.getByText('panel').isConnected).toBe(true);
  const open = () => [screen.queryByText('panel') !== null, receipt() !== null, selected() !== ''];
  await user.keyboard('{Escape}');
  expect(open()).toEqual([false, true, true]);
  await user.keyboard('{Escape}');
  expect(open()).toEqual([false, false, true]);
  await user.keyboard('{Escape}');
  expect(open()).toEqual([false, false, false]);
});

it('offers to assign for tomorrow what a confirmed day refused', async () => {
  const assigning = assignmentOperations['assignments.assign'];
  const at = '2026-11-20T15:00:00.000Z';
  const now = {
    version: 5,
    state: 'pendiente',
    courier: null,
    changed: { at, by: { username: 'ana', user: 'Ana' }, what: 'creada' },
  };
  const confirmed = { at, by: { username: 'ana', user: 'Ana' } };
  gateway.on(assigning, ({ body }) => {
    const isToday = !('date' in (body as object));
    const outcomes = (body as { orders: { id: string }[] }).orders.map(({ id }) =>
      isToday && id === '1'
        ? { ok: false, id, code: `D-${id}`, why: 'day_confirmed', now, confirmed }
        : { ok: true, id, code: `D-${id}`, version: 6, changed: true },
    );
    return { batch: 'b', at, undoUntil: null, outcomes, warnings: [] };
  });
  const { user, press } = await openDesk();
  await press('choose');
  await press('assign');
  await user.click(await screen.findByRole('button', { name: 'Asignar para mañana (1)' }));
  await waitFor(() => {
    expect(gateway.sentTo(assigning).at(-1)?.body).toEqual({
      courierId: JUANA.id,
      date: addDays(workingDayIn('America/Lima', serverNow()), 1),
      orders: [{ id: '1', version: 5 }],
    });
  });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^Asignar para mañana/ })).toBeNull();
  });
});

it('collapses the receipt to one line with its undo, and keeps the next one collapsed', async () => {
  const { user, press } = await openDesk();
  await press('choose');
  await press('set off');
  await user.click(await screen.findByRole('button', { name: 'Plegar la constancia' }));
  const folded = () => [
    receipt()?.textContent.includes('2 órdenes cambiadas'),
    screen.queryByRole('button', { name: /^Deshacer/ }) !== null,
    screen.queryByRole('button', { name: 'Ver detalle' }) !== null,
  ];
  expect(folded()).toEqual([true, true, false]);
  await press('deliver');
  await waitFor(() => {
    expect(receipt()?.textContent).toContain('Marcar como entregada');
  });
  await waitFor(() => {
    expect(folded()).toEqual([true, true, false]);
  });
  await user.click(screen.getByRole('button', { name: 'Desplegar la constancia' }));
  expect(folded()).toEqual([true, true, true]);
});

it('opens the window of couriers from the address, and closes it there', async () => {
  gateway.on(courierOperations['couriers.list'], () => []);
  const { user, router } = await openDesk('/assing?todas=1&repartidores=1');
  const window = await screen.findByRole('dialog', { name: 'Repartidores de la oficina' });
  await user.click(await within(window).findByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?todas=1');
});

it.each(['todas', '2'])('opens «Por ubicar» from the address (%s), and closes it there', async (which) => {
  gateway.on(placeOperations['places.waiting'], () => ({ streets: [aStreet()], total: 2 }));
  const { user, router } = await openDesk(`/assing?estado=entregada&ubicar=${which}`);
  const window = await screen.findByRole('dialog', { name: 'Por ubicar' });
  const address = which === '2' ? 'Av. Larco 2' : 'Av. Larco 1';
  expect(await within(window).findByRole('region', { name: address })).toBeTruthy();
  await user.click(within(window).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?estado=entregada');
});

it('opens «Por revisar» from the address, and closes it there', async () => {
  gateway.on(reviewOperations['reviews.list'], () => ({ reviews: [aReview('2')], next: null, pending: 1 }));
  gateway.on(evidenceOperations['evidence.list'], () => []);
  const { user, router } = await openDesk(`/assing?estado=entregada&revisar=${aReview('2').order.id}`);
  const window = await screen.findByRole('dialog', { name: 'Por revisar' });
  expect(await within(window).findByRole('listitem', { name: 'LIM-2 José Peña' })).toBeTruthy();
  await user.click(within(window).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?estado=entregada');
});
