import { orderOperations } from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { reportFirstRows } from '#shared/state/first-rows.ts';
import { MapSearch } from './MapSearch.tsx';

const COURIERS = [
  { id: '7', name: 'María Flores', vehicle: 'moto', plate: 'ABC-482' },
  { id: '8', name: 'Jorge Quispe', vehicle: 'auto', plate: null },
] as const;

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  reportFirstRows();
});

const search = () => screen.getByRole('combobox');
const texts = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

it('finds orders and couriers by one text, and reports the one that is chosen', async () => {
  const order = anOrder({ id: '5', code: 'D-5', courier: { id: '8', name: 'Jorge Quispe' } });
  gateway.on(orderOperations['orders.list'], () => ({ orders: [order], next: null }));
  const [onCourier, onOrder] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(
    <MapSearch officeId="LIMA" timeZone="America/Lima" couriers={COURIERS} onCourier={onCourier} onOrder={onOrder} />,
  );
  await user.type(search(), '987 654 321');
  // A pause between two keys may request the results of a shorter text first.
  await waitFor(() =>
    expect(gateway.sentTo(orderOperations['orders.list']).at(-1)?.query).toMatchObject({
      officeId: 'LIMA',
      buscar: '987 654 321',
    }),
  );
  expect(await texts()).toEqual(['D-5PendienteElena Rojas20 nov, 9:00–11:00Av. Larco 345 · Jorge Quispe']);
  await user.keyboard('{Enter}');
  expect(onOrder).toHaveBeenCalledExactlyOnceWith(order);
  expect(search()).toHaveProperty('value', '');

  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  await user.type(search(), 'flores');
  await user.click(await screen.findByRole('option', { name: /María Flores/ }));
  expect(onCourier).toHaveBeenCalledExactlyOnceWith('7');
});

it('says that nothing matches', async () => {
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  const { user } = renderInApp(
    <MapSearch officeId="LIMA" timeZone="America/Lima" couriers={COURIERS} onCourier={vi.fn()} onOrder={vi.fn()} />,
  );
  await user.type(search(), 'zzz');
  expect(await screen.findByText('Nada coincide con «zzz».')).toBeTruthy();
});

it('finds only couriers, without a request, for people who may not see orders', async () => {
  const { user } = renderInApp(
    <MapSearch officeId="LIMA" timeZone="America/Lima" couriers={COURIERS} onCourier={vi.fn()} />,
  );
  await user.type(search(), 'abc-482');
  expect(await texts()).toEqual(['María FloresMoto ABC-482']);
  expect(gateway.sent).toEqual([]);
});

it('keeps text and focus while results load during typing', async () => {
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder({ code: 'D-5' })], next: null }));
  renderInApp(
    <MapSearch officeId="LIMA" timeZone="America/Lima" couriers={COURIERS} onCourier={vi.fn()} onOrder={vi.fn()} />,
  );
  const plain = search();
  act(() => plain.focus());
  fireEvent.change(plain, { target: { value: 'D-5' } });
  expect(await texts()).toEqual([expect.stringContaining('D-5')]);
  expect(search()).not.toBe(plain);
  expect([document.activeElement, search()]).toEqual([search(), expect.objectContaining({ value: 'D-5' })]);
});
