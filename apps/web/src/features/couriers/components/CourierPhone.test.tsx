import { type CourierPhone as Phone, courierOperations } from '@despacho/contracts/dispatch';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { phoneKey } from '../api/courier-phone.ts';
import { CourierPhone } from './CourierPhone.tsx';

const DEVICE = {
  name: 'Chrome en Android',
  connectedAt: '2026-11-23T13:00:00.000Z',
  usedAt: '2026-11-23T14:00:00.000Z',
};
const expiresAt = (): string => new Date(Date.now() + 30 * 60_000).toISOString();

let gateway: ReturnType<typeof fakeGateway>;
let phone: Phone;
beforeEach(() => {
  gateway = fakeGateway();
  phone = { device: null, linkExpiresAt: null };
  gateway.on(courierOperations['couriers.device'], () => phone);
  gateway.on(courierOperations['couriers.connect'], () => {
    phone = { ...phone, linkExpiresAt: expiresAt() };
    return { fragment: 'A'.repeat(43), code: '4821', expiresAt: phone.linkExpiresAt };
  });
});

const show = () => renderInApp(<CourierPhone officeId="LIMA" courier={aCourier()} onBack={vi.fn()} />);

it('shows the code of a new link, and that it was used as soon as a live event arrives', async () => {
  const { user, client } = show();
  await user.click(await screen.findByRole('button', { name: 'Conectar su teléfono' }));
  expect(await screen.findByText('4821')).toBeDefined();
  phone = { device: { ...DEVICE, connectedAt: new Date().toISOString() }, linkExpiresAt: null };
  await act(() => client.invalidateQueries({ queryKey: phoneKey('LIMA', aCourier().id) }));
  expect(await screen.findByText('Conectado')).toBeDefined();
  expect(screen.queryByText('4821')).toBeNull();
});

it('disconnects a phone after confirmation', async () => {
  phone = { device: DEVICE, linkExpiresAt: null };
  gateway.on(courierOperations['couriers.disconnect'], () => {
    phone = { device: null, linkExpiresAt: null };
    return phone;
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Desconectar' }));
  expect(gateway.sentTo(courierOperations['couriers.disconnect'])).toEqual([]);
  const sure = await screen.findByRole('dialog');
  await user.click([...sure.querySelectorAll('button')].find((each) => each.textContent === 'Desconectar') ?? sure);
  expect(await screen.findByRole('button', { name: 'Conectar su teléfono' })).toBeDefined();
  expect(gateway.sentTo(courierOperations['couriers.disconnect'])).toHaveLength(1);
});
