import { assignmentOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { CloseWindow } from './CloseWindow.tsx';

const YAPE = { means: 'yape' as const, amount: 4590 };
const open = anOrder({ version: 3, state: 'en_ruta', collect: { due: 4590, payments: [], difference: null } });
const closed = anOrder({ version: 4, state: 'entregada', collect: { due: 4590, payments: [YAPE], difference: null } });

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  markIn(aView({ charge: 'S' }));
});

const free = anOrder({ id: '2', version: 7, state: 'asignada' });
const other = anOrder({ ...open, id: '3', version: 1, collect: { due: 1000, payments: [], difference: null } });
const pending = anOrder({ id: '4', state: 'pendiente' });

const show = (orders = [open], corrects = false) =>
  renderInApp(
    <OrdersState>
      <OrdersListState>
        <CloseWindow to={corrects ? undefined : 'entregada'} orders={orders} onClose={vi.fn()} />
      </OrdersListState>
    </OrdersState>,
  );

const sent = (id: 'assignments.close' | 'assignments.correct') =>
  gateway.sentTo(assignmentOperations[id]).map(({ body }) => body);

it('closes with two means, and assigns the rest to the one without an amount', async () => {
  const { user } = show();
  await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }));
  await user.click(screen.getByRole('checkbox', { name: 'Plin' }));
  await user.type(screen.getByRole('textbox', { name: 'Monto: Plin (S/)' }), '20');
  expect(screen.getByPlaceholderText('25.90')).toBe(screen.getByRole('textbox', { name: 'Monto: Efectivo (S/)' }));
  await user.click(screen.getByRole('button', { name: 'Marcar como entregada' }));
  await waitFor(() => {
    expect(sent('assignments.close')).toEqual([
      {
        orders: [
          {
            id: '1',
            version: 3,
            to: 'entregada',
            payments: [
              { means: 'efectivo', amount: 2590 },
              { means: 'plin', amount: 2000 },
            ],
          },
        ],
      },
    ]);
  });
});

it('requires a reason for a difference, offering common ones', async () => {
  const { user } = show();
  await user.click(screen.getByRole('checkbox', { name: 'Yape' }));
  expect(screen.queryByLabelText('Por qué no se cobró lo debido')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Monto: Yape (S/)' }), '40');
  screen.getByText('Faltan S/ 5.90 para lo debido');
  await user.click(screen.getByRole('button', { name: 'Marcar como entregada' }));
  screen.getByText('Diga por qué no se cobró lo debido');
  expect(sent('assignments.close')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Descuento acordado' }));
  await user.click(screen.getByRole('button', { name: 'Marcar como entregada' }));
  await waitFor(() => {
    expect(sent('assignments.close')).toMatchObject([
      { orders: [{ payments: [{ means: 'yape', amount: 4000 }], difference: 'Descuento acordado' }] },
    ]);
  });
});

it('sends a closing once on a double click', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Marcar como entregada' }));
  expect(screen.getByText('Seleccione cómo pagó')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Efectivo' }));
  await user.click(screen.getByRole('checkbox', { name: 'Yape' }));
  expect(screen.queryByText('Seleccione cómo pagó')).toBeNull();
  await user.dblClick(screen.getByRole('button', { name: 'Marcar como entregada' }));
  await waitFor(() => {
    expect(sent('assignments.close')).toHaveLength(1);
  });
});

it('requires a reason before it corrects', async () => {
  const { user } = show([closed], true);
  await user.click(screen.getByRole('radio', { name: 'Entregada, con otro cobro' }));
  await user.click(screen.getByRole('button', { name: 'Corregir' }));
  expect(screen.getByText('Escriba qué estaba mal')).toBeTruthy();
  const why = screen.getByLabelText('Qué estaba mal');
  expect(document.activeElement).toBe(why);
  await user.type(why, 'Se marcó la orden del vecino');
  expect(screen.queryByText('Escriba qué estaba mal')).toBeNull();
  expect(sent('assignments.correct')).toEqual([]);
});

it('corrects the payments of a delivered order, starting from the recorded ones', async () => {
  const { user } = show([closed], true);
  await user.click(screen.getByRole('radio', { name: 'Entregada, con otro cobro' }));
  await user.click(screen.getByRole('checkbox', { name: 'Yape', checked: true }));
  await user.click(screen.getByRole('checkbox', { name: 'Efectivo', checked: false }));
  await user.type(screen.getByRole('textbox', { name: 'Qué estaba mal' }), 'Pagó en efectivo');
  await user.click(screen.getByRole('button', { name: 'Corregir' }));
  await waitFor(() => {
    expect(sent('assignments.correct')).toEqual([
      {
        why: 'Pagó en efectivo',
        orders: [{ id: '1', version: 4, to: 'entregada', payments: [{ means: 'efectivo', amount: 4590 }] }],
      },
    ]);
  });
});

it('closes many, each with its own means and amount', async () => {
  const { user } = show([open, free, other, pending]);
  screen.getByText(/^Diga cómo pagó cada una. La otra seleccionada no se puede/);
  await user.click(screen.getByRole('button', { name: 'Marcar 3 como entregadas' }));
  expect(screen.getAllByText('Seleccione cómo pagó')).toHaveLength(2);
  expect(sent('assignments.close')).toEqual([]);
  const [all] = screen.getAllByRole('button', { name: 'Efectivo' });
  if (all) await user.click(all);
  screen.getByRole('row', { name: /^Parada 3,/ }).focus();
  await user.keyboard('nym');
  await user.type(screen.getByLabelText('Monto: Yape (S/)'), '8');
  await user.click(screen.getByRole('button', { name: 'Descuento acordado' }));
  await user.click(screen.getByRole('button', { name: 'Marcar 3 como entregadas' }));
  await waitFor(() => {
    expect(sent('assignments.close')).toEqual([
      {
        orders: [
          { id: '1', version: 3, to: 'entregada', payments: [{ means: 'efectivo', amount: 4590 }] },
          { id: '2', version: 7, to: 'entregada' },
          {
            id: '3',
            version: 1,
            to: 'entregada',
            payments: [{ means: 'yape', amount: 800 }],
            difference: 'Descuento acordado',
          },
        ],
      },
    ]);
  });
});

it('corrects many, each with its own means and amount, starting from the recorded ones', async () => {
  const second = anOrder({
    ...closed,
    id: '5',
    version: 2,
    collect: { due: 1000, payments: [{ means: 'efectivo', amount: 1000 }], difference: null },
  });
  const failed = anOrder({
    ...closed,
    id: '6',
    version: 9,
    state: 'no_entregada',
    reason: 'ausente',
    collect: { due: 700, payments: [], difference: null },
  });
  const { user } = show([closed, second, failed, pending], true);
  await user.click(screen.getByRole('radio', { name: 'Entregada (3)' }));
  await user.type(screen.getByRole('textbox', { name: 'Qué estaba mal' }), 'Medios cruzados');
  await user.click(screen.getByRole('button', { name: 'Corregir' }));
  expect(screen.getAllByText('Seleccione cómo pagó')).toHaveLength(1);
  expect(sent('assignments.correct')).toEqual([]);
  screen.getByRole('row', { name: /^Parada 2,.*S\/ 10\.00 en efectivo/ }).focus();
  await user.keyboard('pm');
  await user.type(screen.getByLabelText('Monto: Plin (S/)'), '8');
  await user.click(screen.getByRole('button', { name: 'Descuento acordado' }));
  screen.getByText('Si la deja vacía, queda como está');
  screen.getByRole('row', { name: /^Parada 3,/ }).focus();
  await user.keyboard('e');
  await user.click(screen.getByRole('button', { name: 'Corregir' }));
  await waitFor(() => {
    expect(sent('assignments.correct')).toEqual([
      {
        why: 'Medios cruzados',
        orders: [
          { id: '1', version: 4, to: 'entregada', payments: [YAPE] },
          {
            id: '5',
            version: 2,
            to: 'entregada',
            payments: [{ means: 'plin', amount: 800 }],
            difference: 'Descuento acordado',
          },
          { id: '6', version: 9, to: 'entregada', payments: [{ means: 'efectivo', amount: 700 }] },
        ],
      },
    ]);
  });
});
