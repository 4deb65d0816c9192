import {
  type Activity,
  attentionOperations,
  type ClientsFigures,
  type CouriersFigures,
  dashboardOperations,
  type MoneyFigures,
  ORDER_STATE_CODES,
  orderOperations,
  type PunctualityFigures,
  type TodayFigures,
} from '@despacho/contracts/dispatch';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anAttention } from '#test/an-attention.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { publishNews, setLiveness } from '#shared/live/live-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
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
  pending: 0,
  without: 3,
  days: [{ day: '2026-11-20', met: 9, due: 10 }],
  hours: [{ hour: '09', met: 9, due: 10 }],
  districts: [],
};
const COURIERS: CouriersFigures = {
  day: '2026-11-20',
  at: TODAY.at,
  couriers: [],
  total: 0,
  unlisted: 0,
  unassigned: 2,
};
const COURIER: CouriersFigures['couriers'][number] = {
  id: '7',
  name: 'Hugo Paredes',
  total: 3,
  done: 1,
  failed: 0,
  late: 0,
  onTheWay: 0,
  perHour: null,
  end: null,
  seenAt: null,
  cash: null,
};
const MONEY: MoneyFigures = {
  day: '2026-11-20',
  orders: 2,
  collectedOrders: 1,
  openOrders: 1,
  failedOrders: 0,
  without: 5,
  open: null,
  means: [],
};
const CLIENTS: ClientsFigures = { day: '2026-11-20', clients: [], total: 0, outside: null, unlisted: 0 };
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

const show = (modules: readonly string[], path?: string) => {
  markIn(aView({ charge: 'D', permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(
    <TopBarSlotContext value={null}>
      <TodayScreen />
    </TopBarSlotContext>,
    path === undefined ? {} : { path },
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

it.each([
  [2, '–'],
  [3, '33.3 %'],
])('shows punctuality only from three deliveries on: %s', async (due, share) => {
  const kept = { met: 1, due };
  gateway.on(dashboardOperations['dashboard.punctuality'], () => ({
    ...PUNCTUALITY,
    ...kept,
    days: [{ day: PUNCTUALITY.day, ...kept }],
    hours: [],
  }));
  show(['D02']);
  const card = await screen.findByRole('region', { name: 'Puntualidad' });
  await within(card).findByText(/en el primer horario prometido/);
  expect(within(card).queryByText(share)).toBeTruthy();
});

it('opens the list of a figure, and shows plain text without its module', async () => {
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

it('says who can grant «Por atender», only to people who act on orders without it', async () => {
  const shown = show(['D01', 'U01']);
  expect((await screen.findByRole('region', { name: 'Por atender' })).textContent).toMatch(/D04.*G01/);
  expect(gateway.sentTo(attentionOperations['attention.list'])).toEqual([]);
  shown.unmount();
  show(['D01']);
  await screen.findByRole('region', { name: TITLES.D01 });
  expect(screen.queryByRole('region', { name: 'Por atender' })).toBeNull();
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

it('shows the activity as live only while the stream is open', async () => {
  show(['D06']);
  act(() => setLiveness('live'));
  expect(await screen.findByText('lo último, en vivo')).toBeTruthy();
  act(() => setLiveness('offline'));
  expect(screen.getByText('lo último')).toBeTruthy();
});

const PAST = '/dashboard?pantalla=&dia=2026-11-19&a-las=14:05';

it('shows the stored figures of a past minute, and «sin datos» for others', async () => {
  gateway.on(dashboardOperations['dashboard.couriers'], () => ({
    ...COURIERS,
    couriers: [{ ...COURIER, onTheWay: 2, seenAt: null }],
    total: 1,
  }));
  const { user, router } = show(['D01', 'D03', 'D04', 'D06', 'U01'], PAST);
  expect(await screen.findByRole('cell', { name: 'sin datos' })).toBeTruthy();
  expect(screen.queryByText(/sin señal/)).toBe(null);
  expect(await screen.findByText('Así estaba a las 14:05')).toBeTruthy();
  expect(await screen.findByRole('region', { name: '¿Cómo iba el día?' })).toBeTruthy();
  const attention = screen.getByRole('region', { name: 'Por atender' });
  expect(within(attention).getByText(/^Sin datos de esa hora/)).toBeTruthy();
  await screen.findByText('103');
  const sent = () => gateway.sent.filter(({ path }) => path.startsWith('/api/dashboard/'));
  await vi.waitFor(() => expect(sent()).toHaveLength(4));
  expect(sent().every(({ query }) => query['aLas'] === '2026-11-19T14:05' && !('dia' in query))).toBe(true);
  expect(gateway.sentTo(attentionOperations['attention.list'])).toEqual([]);

  // Neither events nor time refetch the past.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => publishNews({ type: 'event', event: { type: 'figures.changed', officeId: 'LIMA' } }));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent()).toHaveLength(4);
  vi.useRealTimers();

  await user.click(screen.getByRole('button', { name: '15 minutos antes' }));
  expect(await screen.findByText('Así estaba a las 13:50')).toBeTruthy();
  const time = screen.getByRole('textbox', { name: 'Hora' });
  for (const wrong of ['99', 'luego']) {
    await user.clear(time);
    await user.type(time, `${wrong}{Enter}`);
    expect((time as HTMLInputElement).value).toBe('13:50');
  }
  await user.clear(time);
  await user.type(time, '9.30{Enter}');
  expect(await screen.findByText('Así estaba a las 09:30')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Volver a ahora' }));
  expect(await screen.findByRole('region', { name: '¿Terminamos hoy?' })).toBeTruthy();
  expect(screen.queryByText(/^Así estaba/)).toBe(null);
  expect(router.state.location.search).toBe('?pantalla=');
});

it('names the day of a past minute in the address, so that it stays the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
  const { user, router } = show(['D01'], '/dashboard?a-las=14:05');
  await user.click(await screen.findByRole('button', { name: '15 minutos antes' }));
  expect(new URLSearchParams(router.state.location.search).get('dia')).toBe('2026-11-20');
  vi.useRealTimers();
});

it('opens the list of a figure as of the past minute, and Back closes it', async () => {
  const order = anOrder({ code: 'D0000042', state: 'asignada' });
  gateway.on(orderOperations['orders.list'], () => ({ orders: [order], next: null }));
  const { user, router } = show(['D01', 'U01'], PAST);
  await user.click(await screen.findByRole('link', { name: '4 atrasadas' }));
  const list = await screen.findByRole('dialog', { name: 'Órdenes a las 14:05' });
  expect(await within(list).findByRole('link', { name: 'D0000042' })).toBeTruthy();
  expect(within(list).getByText('1 orden')).toBeTruthy();
  expect(gateway.sentTo(orderOperations['orders.list']).map(({ query }) => query)).toMatchObject([
    { aLas: '2026-11-19T14:05', desde: '2026-11-19', hasta: '2026-11-19', marca: 'vencidas' },
  ]);
  await act(() => router.navigate(-1));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(screen.getByText('Así estaba a las 14:05')).toBeTruthy();
});

it('shows why a minute has no figures, without an error', async () => {
  const detail = 'Sin datos de ese momento: el historial de esta oficina empieza el 20/11/2026 a las 07:10';
  gateway.on(dashboardOperations['dashboard.today'], () => problem('expired', { detail }));
  show(['D01'], PAST);
  expect(await screen.findByText(`${detail}.`)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBe(null);
});

it.each(['25:00', 'ayer', ''])('shows the present for the time %j', async (time) => {
  show(['D01'], `/dashboard?a-las=${time}`);
  expect(await screen.findByRole('region', { name: TITLES.D01 })).toBeTruthy();
  expect(screen.queryByText(/^Así estaba/)).toBe(null);
});

it('counts orders without a known sender, a courier, a window or a collection', async () => {
  gateway.on(dashboardOperations['dashboard.clients'], () => ({
    ...CLIENTS,
    outside: { total: 21, done: 9, failed: 2, reasons: [], due: 5000, collected: 4000 },
  }));
  show(['D02', 'D03', 'D04', 'D05', 'U01']);
  expect((await screen.findByText('Fuera del directorio')).closest('li')?.textContent).toContain('9 de 21');
  expect(await screen.findByText(/2 órdenes sin repartidor/)).toBeTruthy();
  expect(await screen.findByText(/3 sin horario/)).toBeTruthy();
  expect(await screen.findByText(/5 sin cobro/)).toBeTruthy();
});
