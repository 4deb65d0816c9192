import {
  type Activity,
  attentionOperations,
  type ClientsFigures,
  type CouriersFigures,
  dashboardOperations,
  type MoneyFigures,
  ORDER_STATE_CODES,
  type PunctualityFigures,
  type TodayFigures,
} from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '../../../test/a-view.ts';
import { anAttention } from '../../../test/an-attention.ts';
import { fakeGateway, problem } from '../../../test/fake-gateway.ts';
import { renderInApp } from '../../../test/render.tsx';
import { TopBarSlotContext } from '../../shared/ui/TopBarSlot/top-bar-slot.ts';
import { markIn } from '../session/state/session-store.ts';
import { Component as TodayScreen } from './TodayScreen.tsx';

const states = (some: Partial<TodayFigures['states']>) =>
  ({ ...Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, 0])), ...some }) as TodayFigures['states'];

const TODAY: TodayFigures = {
  day: '2026-11-20',
  at: '2026-11-20T18:00:00Z',
  states: states({ pendiente: 103, entregada: 12 }),
  before: states({ pendiente: 97, entregada: 12 }),
  course: { from: '2026-11-20T10:00:00Z', done: [0, 12], usual: null },
  usual: null,
  end: null,
  lastDue: null,
  late: 4,
  failures: { total: 0, reasons: [], districts: [] },
};
const PUNCTUALITY: PunctualityFigures = {
  day: '2026-11-20',
  met: 9,
  due: 10,
  days: [{ day: '2026-11-20', met: 9, due: 10 }],
  hours: [{ hour: '09', met: 9, due: 10 }],
  districts: [],
};
const COURIERS: CouriersFigures = { day: '2026-11-20', at: TODAY.at, couriers: [], total: 0 };
const MONEY: MoneyFigures = { day: '2026-11-20', orders: 2, collectedOrders: 1, openOrders: 1, open: null, means: [] };
const CLIENTS: ClientsFigures = { day: '2026-11-20', clients: [], total: 0 };
const ACTIVITY: Activity = { lines: [] };

const TITLES = {
  D01: '¿Terminamos hoy?',
  D02: 'Puntualidad',
  D03: 'Repartidores',
  D04: 'Dinero del día',
  D05: 'Clientes',
  D06: 'Actividad',
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(dashboardOperations['dashboard.today'], () => TODAY);
  gateway.on(dashboardOperations['dashboard.punctuality'], () => PUNCTUALITY);
  gateway.on(dashboardOperations['dashboard.couriers'], () => COURIERS);
  gateway.on(dashboardOperations['dashboard.money'], () => MONEY);
  gateway.on(dashboardOperations['dashboard.clients'], () => CLIENTS);
  gateway.on(dashboardOperations['dashboard.activity'], () => ACTIVITY);
  gateway.on(attentionOperations['attention.list'], () => anAttention([]));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn<() => void>();
      disconnect = vi.fn<() => void>();
    },
  );
});

const show = (modules: readonly string[]) => {
  markIn(aView({ charge: 'D', permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(
    <TopBarSlotContext value={null}>
      <TodayScreen />
    </TopBarSlotContext>,
  );
};

it.each(Object.entries(TITLES))('with %s shows and calls only «%s»', async (module, title) => {
  show([module]);
  expect(await screen.findByRole('region', { name: title })).toBeTruthy();
  // D04 has a second one, with its own call.
  const attention = module === 'D04' ? [await screen.findByRole('region', { name: 'Por atender' })] : [];
  expect(screen.getAllByRole('region')).toHaveLength(1 + attention.length);
  await vi.waitFor(() => {
    expect(gateway.sent.filter(({ path }) => path.startsWith('/api/dashboard/'))).toHaveLength(1);
    expect(gateway.sentTo(attentionOperations['attention.list'])).toHaveLength(attention.length);
  });
});

it('opens the list of a figure, and shows plain text without the right to it', async () => {
  const shown = show(['D01', 'U01']);
  const region = await screen.findByRole('region', { name: TITLES.D01 });
  const pending = await within(region).findByRole('link', { name: /103.*Pendientes/ });
  expect(pending.getAttribute('href')).toMatch(/^\/assing\?estado=pendiente&desde=.+&hasta=.+$/);
  expect(pending.textContent).toContain('+6');
  expect(within(region).getByRole('link', { name: '4 atrasadas' })).toBeTruthy();
  shown.unmount();

  show(['D01']);
  const plain = await screen.findByRole('region', { name: TITLES.D01 });
  expect(await within(plain).findByText('103')).toBeTruthy();
  expect(within(plain).queryAllByRole('link')).toEqual([]);
});

it('names what is missing where amounts are hidden', async () => {
  show(['D04']);
  expect(await screen.findByText('Los montos se ven con el módulo Clientes (D05).')).toBeTruthy();
});

it('keeps the other widgets when one fails, and retries it', async () => {
  gateway.on(dashboardOperations['dashboard.couriers'], () => problem('upstream-unreachable'));
  const { user } = show(['D01', 'D03']);
  const region = await screen.findByRole('region', { name: TITLES.D03 });
  await within(region).findByRole('alert');
  expect(await screen.findByText('103')).toBeTruthy();
  gateway.on(dashboardOperations['dashboard.couriers'], () => COURIERS);
  await user.click(within(region).getByRole('button', { name: 'Reintentar' }));
  expect(await within(region).findByText(/^Nadie tiene órdenes este día/)).toBeTruthy();
});
