import { type Courier, courierOperations } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { couriersQuery } from '../api/couriers-query.ts';
import { CourierEditor } from './CourierEditor.tsx';

const base = aCourier({ name: 'Rosa Huanca', capacityOrders: 30 });
const theirs = { ...base, version: 2, phone: '987 111 222', capacityOrders: 25 };

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
});

/** The editor for the cached courier, which is loaded again after a conflict. */
function Listed({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(couriersQuery('LIMA'));
  const courier = data?.[0];
  return courier && <CourierEditor officeId="LIMA" courier={courier} onDone={onDone} />;
}

async function openEditor() {
  const onDone = vi.fn();
  gateway.on(courierOperations['couriers.list'], () => [base]);
  const shown = renderInApp(<Listed onDone={onDone} />);
  return { ...shown, onDone, orders: await screen.findByLabelText<HTMLInputElement>('Capacidad (órdenes)') };
}

it('marks invalid fields of a new courier, focuses the first, and sends corrections', async () => {
  const { user } = renderInApp(<CourierEditor officeId="LIMA" courier={null} onDone={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Crear repartidor' }));
  const name = screen.getByLabelText('Nombre');
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(gateway.sentTo(courierOperations['couriers.create'])).toEqual([]);

  gateway.on(courierOperations['couriers.create'], () => base);
  await user.type(screen.getByLabelText('Placa'), '??');
  await user.type(name, 'Nora Gil');
  await user.click(screen.getByRole('button', { name: 'Crear repartidor' }));
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
  screen.getByText('Escriba la placa como ABC-123');
  await user.clear(screen.getByLabelText('Placa'));
  await user.type(screen.getByLabelText('Placa'), 'abc-123');
  await user.click(screen.getByRole('button', { name: 'Crear repartidor' }));
  await waitFor(() => {
    expect(gateway.sentTo(courierOperations['couriers.create']).map(({ body }) => body)).toMatchObject([
      { name: 'Nora Gil', plate: 'ABC-123' },
    ]);
  });
});

it('sends only the changed fields', async () => {
  gateway.on(courierOperations['couriers.edit'], () => ({ ...base, version: 2, capacityOrders: 44 }));
  const { user, orders, onDone } = await openEditor();
  await user.clear(orders);
  await user.type(orders, '44');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(courierOperations['couriers.edit']).map(({ body }) => body)).toEqual([
    { version: 1, changes: { capacityOrders: 44 } },
  ]);
});

it('chooses the vehicle by keyboard', async () => {
  gateway.on(courierOperations['couriers.edit'], () => ({ ...base, version: 2, vehicle: 'auto' }));
  const { user, onDone } = await openEditor();
  screen.getByRole('combobox', { name: 'Vehículo' }).focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(courierOperations['couriers.edit']).map(({ body }) => body)).toEqual([
    { version: 1, changes: { vehicle: 'auto' } },
  ]);
});

it('saves this user’s changes on top of another user’s version after a conflict', async () => {
  const saved: Courier = { ...theirs, version: 3, capacityOrders: 44 };
  gateway.on(courierOperations['couriers.edit'], ({ body }) =>
    (body as { version: number }).version === 1 ? problem('conflict') : saved,
  );
  const { user, orders, onDone } = await openEditor();
  gateway.on(courierOperations['couriers.list'], () => [theirs]);
  await user.clear(orders);
  await user.type(orders, '44');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect((await screen.findByRole('listitem')).textContent).toContain('ahora dice «25»; usted escribió «44»');
  await user.click(screen.getByRole('button', { name: 'Guardar mi versión' }));
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(courierOperations['couriers.edit']).at(-1)?.body).toEqual({
    version: 2,
    changes: { capacityOrders: 44 },
  });
});
