import {
  arrivalOperations,
  type CourierTrail,
  type DayTrails,
  differencesOf,
  districtOperations,
  orderOperations,
  packPeriods,
  packTrail,
  trailOperations,
} from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Map as LeafletMap, Point } from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSearchParams } from 'react-router-dom';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { readReplay } from '../rules/replay-address.ts';
import ReplayScreen from './ReplayScreen.tsx';

const DAY = '2026-11-20';
/** 08:00 in Lima. */
const START = Date.UTC(2026, 10, 20, 13) / 1000;
const MINUTE = 60;

/** North for an hour, with a silence of ten minutes from 08:20. */
const points = [0, 20, 30, 60].map((minute) => ({ at: START + minute * MINUTE, lat: -12.1 + minute / 1000, lng: -77 }));
const gaps = [{ from: START + 20 * MINUTE, to: START + 30 * MINUTE }];
const work = { from: START, to: START + 60 * MINUTE };

const TRAILS: DayTrails = {
  day: DAY,
  oldestDay: '2026-09-22',
  couriers: [
    {
      id: '7',
      name: 'María Flores',
      work,
      points: packTrail(points),
      stops: 1,
      gaps: packPeriods(gaps),
      visits: {
        delivered: differencesOf([START + 10 * MINUTE, START + 40 * MINUTE]),
        failed: differencesOf([START + 50 * MINUTE]),
      },
    },
    {
      id: '8',
      name: 'Zoe Paz',
      work: { from: START + 30 * MINUTE, to: null },
      points: packTrail([]),
      stops: 0,
      gaps: [],
      visits: null,
    },
  ],
};

const TRAIL: CourierTrail = {
  courier: { id: '7', name: 'María Flores' },
  day: DAY,
  work,
  points: packTrail(points),
  stops: [{ lat: -12.08, lng: -77, from: START + 12 * MINUTE, to: START + 18 * MINUTE }],
  gaps,
  leftOut: 2,
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  vi.stubGlobal('Path2D', Object);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true }) as never,
  );
  vi.spyOn(LeafletMap.prototype, 'getSize').mockReturnValue(new Point(800, 600));
  gateway = fakeGateway();
  gateway.on(trailOperations['trails.day'], () => TRAILS);
  gateway.on(trailOperations['trails.courier'], () => TRAIL);
  gateway.on(arrivalOperations['arrivals.list'], () => []);
  gateway.on(orderOperations['orders.map'], () => problem('upstream-refused', { detail: 'Sin datos de ese momento' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Screen() {
  const [params] = useSearchParams();
  const address = readReplay(params);
  return address ? <ReplayScreen address={address} /> : <p>En vivo</p>;
}

async function open(query = `repetir=${DAY}`, modules = ['M01'], charge = 'D') {
  markIn(aView({ charge, permissionsList: modules.map((module) => ({ module })) }));
  const shown = renderInApp(<Screen />, { path: `/map?${query}` });
  await screen.findByRole('slider', { name: 'Hora' });
  return shown;
}

const slider = () => screen.getByRole('slider', { name: 'Hora' });
const timeShown = () => slider().getAttribute('aria-valuetext');
const set = (minute: number) => fireEvent.change(slider(), { target: { value: String(START + minute * MINUTE) } });
const texts = () =>
  within(screen.getByRole('list', { name: 'Repartidores del día' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent.replace(/^[A-Z]{2}/, ''));

it('shows what the couriers did until each time, and stores a stopped slider in the address', async () => {
  const { router, container } = await open();
  // Hides «En vivo» in the top bar.
  expect(container.querySelector('[data-past]')).toBeTruthy();
  expect([timeShown(), slider().getAttribute('min'), slider().getAttribute('step')]).toEqual([
    '08:00',
    String(START),
    '60',
  ]);
  expect(texts()).toEqual(['María Flores1 parada0 entregadas', 'Zoe Pazsale a las 08:30']);
  set(25);
  expect(texts()[0]).toBe('María Flores1 paradasin señal desde las 08:20');
  set(55);
  expect(texts()).toEqual(['María Flores1 parada2 entregadas · 1 no entregada', 'Zoe Pazsin posiciones']);
  await vi.waitFor(() => expect(router.state.location.search).toBe(`?repetir=${DAY}&a-las=08%3A55`));
  set(70);
  expect(texts()[0]).toBe('María Flores1 paradacerró a las 09:00');
});

it('begins at the time of the address', async () => {
  await open(`repetir=${DAY}&a-las=08:40`);
  expect(timeShown()).toBe('08:40');
});

it('plays with the space bar at the chosen speed, and stops when the slider is moved', async () => {
  await open();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const space = () => fireEvent.keyDown(slider(), { key: ' ' });
  const pass = (milliseconds: number): void =>
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  space();
  expect(screen.getByRole('button', { name: 'Pausar' })).toBeTruthy();
  pass(5000);
  expect(timeShown()).toBe('08:05');
  fireEvent.change(screen.getByRole('combobox', { name: 'Velocidad' }), { target: { value: '30' } });
  pass(4000);
  expect(timeShown()).toBe('08:07');
  set(30);
  pass(5000);
  expect(timeShown()).toBe('08:30');
  expect(screen.getByRole('button', { name: 'Reproducir' })).toBeTruthy();
  // On a button, the space bar presses that button only.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Volver al vivo' }), { key: ' ' });
  expect(screen.getByRole('button', { name: 'Reproducir' })).toBeTruthy();
});

it('shows a courier’s trail with links to stops and gaps, by one request per opening', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('button', { name: /María Flores/ }));
  const list = await screen.findByRole('list', { name: 'Paradas y silencios' });
  const lines = within(list).getAllByRole('button');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['108:12 – 08:186 min', '08:20 – 08:30sin señal 10 min']);
  expect(screen.getByText(/Salió a las 08:00, cerró a las 09:00 · 1 parada · 1 silencio/).textContent).toContain(
    '2 posiciones imposibles descartadas',
  );
  expect(router.state.location.search).toContain('recorrido=7');
  expect(screen.queryByRole('group', { name: 'Descargar el recorrido' })).toBeNull();
  await user.click(within(list).getByRole('button', { name: /08:12/ }));
  expect(timeShown()).toBe('08:12');
  expect(within(list).getByRole('button', { current: 'time' }).textContent).toContain('08:12');
  await user.click(screen.getByRole('button', { name: 'Todos' }));
  expect(texts()).toHaveLength(2);
  expect(
    [trailOperations['trails.day'], trailOperations['trails.courier']].map((each) => gateway.sentTo(each).length),
  ).toEqual([1, 1]);
});

it('shows in a trail at which stops the courier arrived, and arrivals too short for a stop', async () => {
  const arrival = (orderId: string, from: number, to: number) => ({
    orderId,
    courierId: '7',
    at: new Date((START + from * MINUTE) * 1000).toISOString(),
    until: new Date((START + to * MINUTE) * 1000).toISOString(),
    left: new Date((START + to * MINUTE + 30) * 1000).toISOString(),
  });
  gateway.on(arrivalOperations['arrivals.list'], () => [arrival('21', 13, 17), arrival('22', 45, 47)]);
  await open(`repetir=${DAY}&recorrido=7`);
  expect(await screen.findByText(/2 paradas · llegó a 2 entregas/)).toBeTruthy();
  const lines = within(screen.getByRole('list', { name: 'Paradas y silencios' })).getAllByRole('button');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '108:12 – 08:186 minLlegó a una entrega',
    '08:20 – 08:30sin señal 10 min',
    '208:45 – 08:472 minLlegó a una entrega',
  ]);
  expect(gateway.sentTo(arrivalOperations['arrivals.list']).map(({ query }) => query)).toEqual([
    { officeId: 'LIMA', repartidor: '7', dia: DAY },
  ]);
});

it('names recipient and address of an arrival, for people who see orders', async () => {
  const at = (minute: number) => new Date((START + minute * MINUTE) * 1000).toISOString();
  gateway.on(arrivalOperations['arrivals.list'], () =>
    ['21', '22'].map((orderId) => ({ orderId, courierId: '7', at: at(13), until: at(17), left: null })),
  );
  const visited = anOrder({ id: '21', code: 'D-21', state: 'entregada', closedAt: at(16) });
  gateway.on(orderOperations['orders.list'], () => ({ orders: [visited], next: null }));
  await open(`repetir=${DAY}&recorrido=7`, ['M01', 'U01']);
  expect(await screen.findByText('Llegó a Elena Rojas, Av. Larco 345 (D-21) y 1 más')).toBeTruthy();
  expect(gateway.sentTo(orderOperations['orders.list']).map(({ query }) => query)).toMatchObject([
    { repartidor: '7', desde: DAY, hasta: DAY },
  ]);
});

it('follows the filter of the map, and shows everybody again on request', async () => {
  const { user, router } = await open(`repetir=${DAY}&a-las=08:40&repartidor=8&distrito=150122`, ['M01', 'U01']);
  expect(texts()).toEqual(['Zoe Pazsin posiciones']);
  expect(screen.getByText('1 de 2 en el día')).toBeTruthy();
  await vi.waitFor(() => expect(gateway.sentTo(orderOperations['orders.map'])).toHaveLength(1));
  const asked = () => gateway.sentTo(orderOperations['orders.map']).at(-1)?.query;
  expect(asked()).toMatchObject({ desde: DAY, hasta: DAY, repartidor: '8', distrito: '150122' });
  await user.click(screen.getByRole('button', { name: 'Ver todos' }));
  expect(texts()).toHaveLength(2);
  expect(router.state.location.search).toContain(`distrito=150122`);
  expect(router.state.location.search).toContain(`repetir=${DAY}`);
  await vi.waitFor(() => expect(asked()).not.toHaveProperty('repartidor'));
});

it('shows all states of the day, unless the user chose states', async () => {
  const asked = () => gateway.sentTo(orderOperations['orders.map']).at(-1)?.query;
  await open(`repetir=${DAY}&a-las=08:40`, ['M01', 'U01']);
  await vi.waitFor(() => expect(asked()).not.toHaveProperty('estado'));
  await open(`repetir=${DAY}&a-las=08:40&estado=no_entregada`, ['M01', 'U01']);
  await vi.waitFor(() => expect(asked()).toHaveProperty('estado', 'no_entregada'));
});

it('offers files to charge S only', async () => {
  await open(`repetir=${DAY}&recorrido=7`, ['M01'], 'S');
  const files = await screen.findByRole('group', { name: 'Descargar el recorrido' });
  expect(
    within(files)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['GPX', 'CSV']);
});

it('requests the orders of the time for people who see orders, or says why there are none', async () => {
  await open(`repetir=${DAY}&a-las=08:40`);
  expect(gateway.sentTo(orderOperations['orders.map'])).toEqual([]);
  // Refused without U01; only orders' places are judged by it.
  expect(gateway.sentTo(districtOperations['districts.list'])).toEqual([]);
  await open(`repetir=${DAY}&a-las=08:40`, ['M01', 'U01']);
  expect((await screen.findByText(/Sin los estados de las órdenes/)).textContent).toContain('Sin datos de ese momento');
  const { query } = gateway.sentTo(orderOperations['orders.map'])[0] ?? {};
  expect(query).toMatchObject({ desde: DAY, hasta: DAY, aLas: `${DAY}T08:40` });
});

it('says what to do for a day without work or with erased positions', async () => {
  markIn(aView({ charge: 'D' }));
  gateway.on(trailOperations['trails.day'], () => ({ ...TRAILS, couriers: [] }));
  const { user, router } = renderInApp(<Screen />, { path: `/map?repetir=${DAY}` });
  await user.click(await screen.findByRole('button', { name: 'Ver el día anterior' }));
  expect(router.state.location.search).toBe('?repetir=2026-11-19');
  gateway.on(trailOperations['trails.day'], () => problem('upstream-refused', { detail: 'Se guardan 60 días' }));
  await act(() => router.navigate('/map?repetir=2026-08-01'));
  expect((await screen.findByText(/Se guardan 60 días/)).textContent).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Volver al vivo' }));
  expect(await screen.findByText('En vivo')).toBeTruthy();
});
