import { type CourierPhone, courierOperations, FIX_REFUSALS } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { CourierPhone as Phone } from './CourierPhone.tsx';

const NONE: CourierPhone = { device: null, linkExpiresAt: null, mayTrack: true, tracker: null };
const TRACKER = { connectedAt: '2026-11-20T14:00:00.000Z', usedAt: null, refused: null };

function open(phone: CourierPhone) {
  const gateway = fakeGateway();
  const state = { phone };
  gateway.on(courierOperations['couriers.device'], () => state.phone);
  gateway.on(courierOperations['couriers.track'], () => {
    state.phone = { ...NONE, tracker: TRACKER };
    return { address: 'https://rastreo.example.pe/?id=abc' };
  });
  gateway.on(courierOperations['couriers.untrack'], () => NONE);
  return { ...renderInApp(<Phone officeId="LIMA" courier={aCourier()} onBack={vi.fn()} />), gateway };
}
const TITLE = 'Seguimiento todo el día (Traccar)';

it('shows the address of Traccar Client once, as QR code', async () => {
  const { user } = open(NONE);
  await user.click(await screen.findByRole('button', { name: 'Conectar Traccar Client' }));
  expect(
    await screen.findByRole('img', { name: 'Código QR para conectar Traccar Client de Hugo Paredes' }),
  ).toBeTruthy();
  expect(await screen.findByText(/todavía no ha enviado nada/)).toBeTruthy();
});

it('shows when the app last sent, why a position was not stored, and disconnects it', async () => {
  const { user } = open({
    ...NONE,
    tracker: { ...TRACKER, usedAt: new Date().toISOString(), refused: 'before_start' },
  });
  expect(await screen.findByText(/Último envío hace .* no se guardó: es de antes de salir a ruta/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Desconectar' }));
  const question = await screen.findByRole('dialog', { name: /Desconectar el seguimiento/ });
  await user.click(within(question).getByRole('button', { name: 'Desconectar' }));
  expect(await screen.findByRole('button', { name: 'Conectar Traccar Client' })).toBeTruthy();
});

it('shows why the newest position is on no map, and what could not be read', async () => {
  const now = new Date().toISOString();
  const unreadable = { count: 3, newest: 'time', at: now } as const;
  open({ ...NONE, tracker: { ...TRACKER, usedAt: now, doubted: 'far', unreadable } });
  const text = await screen.findByText(/lugar dudoso, no se muestra en el mapa: está lejos de la provincia/);
  expect(text.textContent).toMatch(/ · 3 mensajes no se pudieron leer; el último, .*: su hora no se entiende$/);
});

it('shows that the notice is missing, until the office records that it was given on paper', async () => {
  const now = new Date().toISOString();
  const tracker = { ...TRACKER, usedAt: now, refused: 'before_start' as const, notice: null };
  const { user, gateway } = open({ ...NONE, tracker });
  gateway.on(courierOperations['couriers.notice'], () => ({
    ...NONE,
    tracker: { ...tracker, notice: { at: now, by: 'Ana' } },
  }));
  expect(await screen.findByText(/no se guardó: falta que acepte el aviso, o que marque «Salí a ruta»/)).toBeTruthy();
  expect(screen.getByRole('note').textContent).toContain('Falta el aviso de privacidad');
  await user.click(screen.getByRole('button', { name: 'Lo recibió en papel' }));
  await waitFor(() => {
    expect(screen.queryByRole('note')).toBeNull();
  });
  expect(screen.getByText(new RegExp(`no se guardó: ${FIX_REFUSALS.before_start}`))).toBeTruthy();
});

it('offers nothing where the listener is off', async () => {
  open({ ...NONE, mayTrack: false });
  expect(await screen.findByText('No tiene ningún teléfono conectado.')).toBeTruthy();
  expect(screen.queryByText(TITLE)).toBeNull();
});
