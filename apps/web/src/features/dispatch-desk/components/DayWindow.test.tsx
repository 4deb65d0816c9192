import { assignmentOperations, type Order, ORDER_FLAG_CODES, orderOperations } from '@despacho/contracts/dispatch';
import { officeOperations } from '@despacho/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrderSidePanel } from '#features/orders/OrderSidePanel.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useOrders, useSelection } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { DeskActions } from '../DeskActions.tsx';
import { OrderActions, SelectionActions } from './SelectionActions.tsx';
import { loadWindows } from '../lazy-windows.ts';

beforeAll(loadWindows);

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  // 22:00 of the 22nd in Lima.
  vi.useFakeTimers({ now: Date.parse('2026-11-23T03:00:00Z'), toFake: ['Date'] });
  gateway = fakeGateway();
  gateway.on(officeOperations['offices.list'], () => []);
  for (const id of ['assignments.reschedule', 'assignments.changeState'] as const)
    gateway.on(assignmentOperations[id], ({ body }) => ({
      batch: 'b',
      at: '2026-11-23T03:00:00.000Z',
      undoUntil: '2026-11-23T03:00:30.000Z',
      outcomes: (body as { orders: { id: string; version: number }[] }).orders.map(({ id, version }) => ({
        ok: true,
        id,
        code: `D-${id}`,
        version: version + 1,
        changed: true,
      })),
      warnings: [],
    }));
  markIn(aView());
});
afterEach(() => {
  vi.useRealTimers();
});

function Panes() {
  const { orders } = useOrders();
  const { add } = useSelection();
  return (
    <>
      <button
        type="button"
        disabled={orders.length === 0}
        onClick={() => {
          add(orders);
        }}
      >
        choose
      </button>
      <SelectionBar>
        <SelectionActions />
      </SelectionBar>
      <OrderSidePanel Actions={OrderActions} />
    </>
  );
}

async function openDesk(orders: Order[], path = '/assing') {
  const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0]));
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({ total: orders.length, flags }));
  gateway.on(orderOperations['orders.read'], () => ({
    order: orders[0],
    courierNote: null,
    notes: [],
    shares: [],
    timeline: [],
  }));
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
  const choose = screen.getByRole<HTMLButtonElement>('button', { name: 'choose' });
  await waitFor(() => {
    expect(choose.disabled).toBe(false);
  });
  return { ...shown, choose: () => shown.user.click(choose) };
}

const bodiesOf = (id: 'assignments.reschedule' | 'assignments.changeState') =>
  gateway.sentTo(assignmentOperations[id]).map(({ body }) => body);
const dayField = () => screen.getByLabelText<HTMLInputElement>(/^Día de/, { selector: 'input' });

describe('«Reprogramar»', () => {
  const orders = [anOrder({ id: '1', version: 3 }), anOrder({ id: '2', version: 4, state: 'entregada' })];

  it('suggests tomorrow, says what stays as it is, and sends all orders once', async () => {
    const { user, choose } = await openDesk(orders);
    await choose();
    await user.click(screen.getByRole('button', { name: 'Reprogramar (R)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reprogramar: 2 órdenes' });
    expect(dialog.textContent).toContain('La otra se queda como está');
    expect(dayField().value).toBe('23/11/2026');
    expect(dialog.textContent).toContain('lunes, 23 de noviembre');
    await user.clear(dayField());
    await user.type(dayField(), '24/11{Enter}');
    await waitFor(() => {
      expect(bodiesOf('assignments.reschedule')).toEqual([
        {
          date: '2026-11-24',
          orders: [
            { id: '1', version: 3 },
            { id: '2', version: 4 },
          ],
        },
      ]);
    });
    const receipt = await screen.findByRole('region', { name: 'Constancia del cambio' });
    await within(receipt).findByText('2 órdenes reprogramadas al 24 nov');
    expect(within(receipt).getByRole('button', { name: /^Deshacer/ }).isConnected).toBe(true);
  });

  it.each([
    ['21/11/2026', 'Ese día ya pasó; seleccione hoy o uno posterior'],
    ['31/02/2027', 'Escriba el día, como 24/11/2026, o selecciónelo en el calendario'],
    ['24/11/2126', 'Escriba el día, como 24/11/2026, o selecciónelo en el calendario'],
  ])('does not accept %s', async (typed, error) => {
    const { user, choose } = await openDesk(orders);
    await choose();
    screen.getByRole('button', { name: 'Reprogramar (R)' }).focus();
    await user.keyboard('r');
    await user.clear(dayField());
    await user.type(dayField(), `${typed}{Enter}`);
    expect(await screen.findByText(error)).toBeTruthy();
    expect(document.activeElement).toBe(dayField());
    expect(bodiesOf('assignments.reschedule')).toEqual([]);
  });

  it('accepts a day of the calendar by keyboard, but none in the past', async () => {
    const { user } = await openDesk(orders, '/assing?ver=1');
    await screen.findByRole('complementary', { name: 'Orden ORD-1' });
    // The order in the panel, as none is selected.
    screen.getByRole('button', { name: 'Reprogramar (R)' }).focus();
    await user.keyboard('r');
    screen.getByRole('dialog', { name: 'Reprogramar: ORD-1' });
    await user.click(screen.getByRole('button', { name: /^Calendario/ }));
    const dayOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
    await waitFor(() => {
      expect(document.activeElement).toBe(dayOf('lunes, 23 de noviembre'));
    });
    await user.keyboard('{ArrowUp}{Enter}');
    expect(dayField().value).toBe('23/11/2026');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('grid')).toBeNull();
    });
    screen.getByRole('dialog', { name: 'Reprogramar: ORD-1' });
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(document.activeElement).toBe(dayOf('lunes, 23 de noviembre'));
    });
    await user.keyboard('{ArrowUp}');
    await user.keyboard('{PageDown}{Enter}');
    expect(dayField().value).toBe('16/12/2026');
    await user.click(screen.getByRole('button', { name: 'Reprogramar al 16 dic' }));
    await waitFor(() => {
      expect(bodiesOf('assignments.reschedule')).toEqual([{ date: '2026-12-16', orders: [{ id: '1', version: 3 }] }]);
    });
  });
});

describe('the date that the recipient asked for', () => {
  const failed = (id: string, wanted: string | null) =>
    anOrder({ id, version: 3, state: 'no_entregada', reason: 'reprogramado', wanted });

  it('is suggested by «Reprogramar» and its key, and sent', async () => {
    const { user } = await openDesk([failed('1', '2026-11-28')], '/assing?ver=1');
    const panel = await screen.findByRole('complementary', { name: 'Orden ORD-1' });
    expect(panel.textContent).toContain('Que vuelvan el sábado, 28 de noviembre');
    screen.getByRole('button', { name: 'Reprogramar (R)' }).focus();
    await user.keyboard('r');
    const dialog = screen.getByRole('dialog', { name: 'Nueva visita: ORD-1' });
    expect(dialog.textContent).toContain('El destinatario pidió que vuelvan el sábado, 28 de noviembre.');
    expect(dayField().value).toBe('28/11/2026');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(bodiesOf('assignments.changeState')).toEqual([
        { to: 'pendiente', date: '2026-11-28', orders: [{ id: '1', version: 3 }] },
      ]);
    });
  });

  it.each([
    ['has passed', [failed('1', '2026-11-21')], '23/11/2026', 'pidió que vuelvan el sábado, 21'],
    [
      'is one for all',
      [failed('1', '2026-11-28'), failed('2', '2026-11-28')],
      '28/11/2026',
      '2 destinatarios pidieron',
    ],
    ['differs', [failed('1', '2026-11-28'), failed('2', '2026-11-30')], '23/11/2026', '2 destinatarios pidieron'],
    ['is that of one order', [failed('1', '2026-11-28'), failed('2', null)], '23/11/2026', 'Un destinatario pidió'],
  ])('that %s is suggested only if it suits all', async (_, orders, suggested, text) => {
    const { user, choose } = await openDesk(orders);
    await choose();
    await user.click(screen.getByRole('button', { name: 'Reprogramar (R)' }));
    expect(dayField().value).toBe(suggested);
    expect(screen.getByRole('dialog').textContent).toContain(text);
  });
});

it('«Nueva visita» asks for the day', async () => {
  const { user, choose } = await openDesk([anOrder({ id: '1', version: 3, state: 'no_entregada' })]);
  await choose();
  await user.click(screen.getByRole('button', { name: 'Cambiar estado' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Nueva visita…' }));
  screen.getByRole('dialog', { name: 'Nueva visita: ORD-1' });
  await user.click(screen.getByRole('button', { name: 'Pasado mañana' }));
  await user.click(screen.getByRole('button', { name: 'Nueva visita el 24 nov' }));
  await waitFor(() => {
    expect(bodiesOf('assignments.changeState')).toEqual([
      { to: 'pendiente', date: '2026-11-24', orders: [{ id: '1', version: 3 }] },
    ]);
  });
});
