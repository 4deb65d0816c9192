import { courierOperations, moneyOperations } from '@despacho/contracts/dispatch';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aMoney } from '#test/a-money.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { DialogContext } from '#features/dispatch-desk/state/dialogs.ts';
import { type CourierRoute } from '#features/orders/state/use-courier-route.ts';
import { DispatchOfficeContext } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { forgetPositions, recordPositions } from '#shared/live/positions-store.ts';
import { CourierPanel } from './CourierPanel.tsx';
import { CourierWork } from './CourierWork.tsx';

const MARIA = { id: '7', name: 'María Flores', vehicle: 'moto', plate: 'ABC-482' } as const;

const later = (hours: number): string => new Date(serverNow() + hours * 3_600_000).toISOString();

const route: CourierRoute = {
  done: [anOrder({ id: '1', state: 'entregada' }), anOrder({ id: '2', state: 'no_entregada' })],
  open: [
    anOrder({
      id: '3',
      state: 'en_ruta',
      dueAt: later(-1),
      place: { ...anOrder().place, address: 'Av. Benavides 1240' },
    }),
    anOrder({ id: '4', state: 'en_ruta', dueAt: later(2) }),
  ],
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(courierOperations['couriers.list'], () => [
    aCourier({
      id: '7',
      name: 'María Flores',
      phone: '987654321',
      capacityOrders: 30,
      capacityGrams: 80_000,
      load: { orders: 2, weightGrams: 45_500 },
    }),
  ]);
  gateway.on(moneyOperations['money.courier'], () => ({
    money: aMoney(),
    day: '2026-11-20',
    office: 'Lima',
    company: 'Norte',
    movements: [],
    payments: [],
  }));
});
afterEach(forgetPositions);

const seen = (minutes: number, more: { speed?: number; battery?: number } = {}): void => {
  const at = new Date(serverNow() - minutes * 60_000 - 20_000).toISOString();
  act(() => recordPositions([{ courierId: '7', at, lat: -12.1, lng: -77, accuracy: 10, district: 'Surco', ...more }]));
};

/** @param codes the modules of the user; without U01, the panel has no content. */
function openPanel(codes: readonly string[], loaded: CourierRoute | undefined = route) {
  markIn(aView({ permissionsList: codes.map((module) => ({ module })) }));
  const [onFollow, openDialog] = [vi.fn(), vi.fn()];
  const shown = renderInApp(
    <DispatchOfficeContext value={{ officeId: 'LIMA', timeZone: 'America/Lima' }}>
      <DialogContext value={openDialog}>
        <CourierPanel courier={MARIA} silence={10} isFollowed={false} onFollow={onFollow} onClose={vi.fn()}>
          {codes.includes('U01') && <CourierWork courier={MARIA} route={loaded} />}
        </CourierPanel>
      </DialogContext>
    </DispatchOfficeContext>,
  );
  return { ...shown, onFollow, openDialog, panel: screen.getByRole('region', { name: 'María Flores' }) };
}

it('shows work, load, next stop, cash and the last sign of life', async () => {
  const { panel } = openPanel(['M01', 'U01', 'D05']);
  seen(1, { speed: 31, battery: 64 });
  expect(panel.textContent).toContain('Moto ABC-482 · 31 km/h · batería 64 %');
  expect(panel.textContent).toContain('última señal hace 1 min, Surco');
  for (const figure of ['1entregadas, 1 no', '2por entregar', '1atrasada']) expect(panel.textContent).toContain(figure);
  expect(panel.textContent).toContain('SiguienteAv. Benavides 1240');
  expect(await within(panel).findByText('2 de 30 órd. · 45.5 de 80 kg')).toBeTruthy();
  expect((await within(panel).findByText('Efectivo')).nextSibling?.textContent).toBe('S/ 120.00');
});

it('shows no speed for an old position, but the time without a signal', () => {
  const { panel } = openPanel(['M01']);
  expect(panel.textContent).toContain('sin posición');
  expect(screen.getByRole('button', { name: 'Seguir' })).toHaveProperty('disabled', true);
  seen(14, { speed: 31 });
  expect(panel.textContent).toContain('sin señal hace 14 min');
  expect(panel.textContent).not.toContain('km/h');
});

it('offers the actions of the desk', async () => {
  const { user, onFollow, openDialog } = openPanel(['M01', 'U01']);
  seen(0);
  await user.click(screen.getByRole('button', { name: 'Seguir' }));
  expect(onFollow).toHaveBeenCalledExactlyOnceWith(true);
  const actions = screen.getByRole('group', { name: 'Acciones de María Flores' });
  await user.click(await within(actions).findByRole('button', { name: 'Mover carga' }));
  expect(openDialog.mock.calls[0]?.[0]).toMatchObject({ kind: 'move', from: { id: '7' } });
  await user.click(within(actions).getByRole('button', { name: 'Se retira hoy…' }));
  expect(openDialog.mock.calls[1]?.[0]).toMatchObject({ kind: 'leave', from: { id: '7' } });
  const addressOf = (name: string) => within(actions).getByRole('link', { name }).getAttribute('href');
  expect(addressOf('Llamar')).toBe('tel:987654321');
  expect(addressOf('WhatsApp')).toBe('https://wa.me/51987654321');
  expect(addressOf('Ver órdenes')).toMatch(/^\/assing\?.*repartidor=7/);
});

it('requests no orders and no amounts without their modules', async () => {
  const { panel, unmount } = openPanel(['M01']);
  seen(0);
  expect(within(panel).queryByRole('group')).toBeNull();
  // The link to the trail reads the office's time zone.
  expect(gateway.sent.filter(({ path }) => path !== '/api/config' && path !== '/api/offices')).toEqual([]);
  unmount();
  openPanel(['M01', 'U01']);
  await screen.findByText('Carga');
  expect(gateway.sentTo(moneyOperations['money.courier'])).toEqual([]);
});
