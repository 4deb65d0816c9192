import {
  assignmentOperations,
  courierOperations,
  orderOperations,
  reasonOperations,
} from '@despacho/contracts/dispatch';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { anOrder } from '#test/an-order.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { RouteClosing } from './RouteClosing.tsx';

const JUANA = { id: '30', name: 'Juana Ríos' };
const stop = (place: number, due: number | null) =>
  anOrder({
    id: String(place),
    code: `D-${place}`,
    version: 3,
    state: 'en_ruta',
    sequence: place,
    courier: JUANA,
    collect: due === null ? null : { due, payments: [], difference: null },
  });
const REASONS = [
  { code: 'ausente', name: 'Destinatario ausente' },
  { code: 'no_contesta', name: 'No contesta' },
];
const COURIER = aCourier({
  ...JUANA,
  capacityOrders: 30,
  capacityGrams: 60_000,
  load: { orders: 3, weightGrams: 3000 },
});

let gateway: ReturnType<typeof fakeGateway>;
let stops: ReturnType<typeof stop>[];
beforeEach(() => {
  sessionStorage.clear();
  stops = [stop(1, 4590), stop(2, 2000), stop(3, null)];
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: stops, next: null }));
  gateway.on(courierOperations['couriers.list'], () => [COURIER]);
  gateway.on(reasonOperations['reasons.list'], () => REASONS);
  markIn(aView());
});

async function show(leave?: () => void) {
  const onDone = vi.fn(leave);
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <RouteClosing courierId="30" onBack={vi.fn()} onDone={onDone} />
      </OrdersListState>
    </OrdersState>,
  );
  await screen.findByRole('grid', { name: 'Paradas de Juana Ríos' });
  return { ...shown, onDone };
}

const row = (place: number) => screen.getByRole('row', { name: new RegExp(`^Parada ${place},`) });
const total = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const sent = () => gateway.sentTo(assignmentOperations['assignments.close']).map(({ body }) => body);
const receipt = (outcomes: object[]) => ({
  batch: 'b',
  at: '2026-11-20T15:00:00.000Z',
  undoUntil: null,
  outcomes,
  warnings: [],
});
const done = (id: number) => ({ ok: true, id: String(id), code: `D-${id}`, version: 4, changed: true });

it('enters a route by keyboard alone, and sends it in one request', async () => {
  gateway.on(assignmentOperations['assignments.close'], () => receipt([done(1), done(2), done(3)]));
  const { user, onDone } = await show();
  expect(document.activeElement).toBe(row(1));
  await user.keyboard('d');
  expect([total('Entregadas'), total('Efectivo'), total('Cobrado')]).toEqual(['3', 'S/ 65.90', 'S/ 65.90']);
  await user.keyboard('{ArrowDown}y{ArrowDown}n2');
  expect(document.activeElement).toBe(row(3));
  expect(row(3).getAttribute('aria-label')).toBe(
    'Parada 3, D-3, Elena Rojas, nada por cobrar: No entregada: No contesta',
  );
  expect([total('Entregadas'), total('No entregadas'), total('Efectivo'), total('Yape')]).toEqual([
    '2',
    '1',
    'S/ 45.90',
    'S/ 20.00',
  ]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(sent()).toEqual([
    {
      route: '30',
      orders: [
        { id: '1', version: 3, to: 'entregada', payments: [{ means: 'efectivo', amount: 4590 }] },
        { id: '2', version: 3, to: 'entregada', payments: [{ means: 'yape', amount: 2000 }] },
        { id: '3', version: 3, to: 'no_entregada', reason: 'no_contesta' },
      ],
    },
  ]);
});

it('keeps stops without an entry with the courier, and requires complete entries', async () => {
  const { user } = await show();
  await user.keyboard('{ArrowDown}n{Control>}{Enter}{/Control}');
  within(row(2)).getByText('Seleccione el motivo');
  expect(sent()).toEqual([]);
  await user.keyboard('1{ArrowUp}e');
  screen.getByRole('button', { name: /^Guardar 2 de 3 paradas/ });
  await user.keyboard('x');
  screen.getByRole('button', { name: /^Guardar 1 de 3 paradas/ });
});

it('splits an amount and accepts the reason of a difference', async () => {
  const { user } = await show();
  await user.keyboard('em');
  const amount = screen.getByRole('textbox', { name: 'Monto: Efectivo (S/)' });
  expect(document.activeElement).toBe(amount);
  await user.keyboard('40');
  expect(total('Cobrado de S/ 45.90')).toBe('S/ 0.00');
  await user.click(screen.getByRole('button', { name: 'Paga después' }));
  expect(total('Cobrado de S/ 45.90')).toBe('S/ 40.00');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(row(1));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('explains for each stop why it was refused, and keeps its entry', async () => {
  const now = {
    version: 4,
    state: 'en_ruta',
    courier: JUANA,
    changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'luis', user: 'Luis' }, what: 'editada' },
  };
  gateway.on(assignmentOperations['assignments.close'], () =>
    receipt([done(1), { ok: false, id: '2', code: 'D-2', why: 'changed', now }, done(3)]),
  );
  const { user, onDone } = await show();
  await user.keyboard('d{Control>}{Enter}{/Control}');
  await waitFor(() => {
    within(row(1)).getByText(/^Luis la editó/);
  });
  expect(screen.getAllByRole('row')).toHaveLength(2);
  screen.getByRole('button', { name: /^Guardar 1 parada/ });
  expect(onDone).not.toHaveBeenCalled();
});

it('keeps everything after a lost response, and repeats the same request', async () => {
  gateway.on(assignmentOperations['assignments.close'], () => {
    throw new TypeError('Failed to fetch');
  });
  const { user } = await show();
  await user.keyboard('d{Control>}{Enter}{/Control}');
  await screen.findByText(/^No hubo respuesta/);
  screen.getByRole('button', { name: /^Guardar 3 paradas/ });
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(sent().length).toBeGreaterThan(1);
  });
  const keys = gateway
    .sentTo(assignmentOperations['assignments.close'])
    .map(({ headers }) => new Headers(headers).get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

it('restores what was entered before the page was lost, for stops still on the route', async () => {
  const first = await show();
  await first.user.keyboard('y{ArrowDown}n2{ArrowDown}e');
  first.unmount();
  stops = stops.slice(0, 2);
  const { user } = await show();
  screen.getByText(/^Se recuperó lo anotado de 2 paradas/);
  screen.getByRole('button', { name: /^Guardar 2 paradas/ });
  expect(row(1).getAttribute('aria-label')).toMatch(/: Entregada, S\/ 45\.90 por Yape$/);
  await user.click(screen.getByRole('button', { name: 'Empezar de nuevo' }));
  expect(document.activeElement).toBe(row(1));
  expect(sessionStorage).toHaveLength(0);
});

it('leaves without a question as soon as everything is saved, though the list still shows the stops', async () => {
  gateway.on(assignmentOperations['assignments.close'], () => receipt([done(1), done(2), done(3)]));
  const { user, router } = await show(() => {
    void router.navigate('/clients');
  });
  await user.keyboard('d{Control>}{Enter}{/Control}');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/clients');
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('erases what was saved', async () => {
  gateway.on(assignmentOperations['assignments.close'], () => receipt([done(1), done(2), done(3)]));
  const { user, onDone } = await show();
  await user.keyboard('d{Control>}{Enter}{/Control}');
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(sessionStorage.getItem('despacho.closings')).toBeNull();
});

it('erases what the person agreed to lose', async () => {
  const { user, router } = await show();
  await user.keyboard('y');
  expect(sessionStorage.getItem('despacho.closings')).not.toBeNull();
  await act(() => router.navigate('/clients'));
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/clients');
  });
  expect(sessionStorage.getItem('despacho.closings')).toBeNull();
});

it('links to the day of a courier without stops', async () => {
  stops = [];
  const onDone = vi.fn();
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <RouteClosing courierId="30" onBack={vi.fn()} onDone={onDone} />
      </OrdersListState>
    </OrdersState>,
  );
  await user.click(await screen.findByRole('button', { name: 'Ver su cierre del día' }));
  expect(onDone).toHaveBeenCalledOnce();
});
