import { orderOperations, type Suggest, type SuggestedPart, suggestionOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aPart, aSuggestion } from '#test/a-suggestion.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { type MapScene } from '#shared/map/orders/map-scene.ts';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { type Intent } from '../rules/action.ts';
import { SortWindow } from './SortWindow.tsx';

const run = vi.hoisted(() => vi.fn<(intent: Intent) => Promise<void>>());
vi.mock('../state/use-actions.ts', () => ({ useActions: () => ({ run }) }));
// A canvas needs a browser; the numbered stops are what matters here.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({
  OrdersMap: ({ route }: { route: MapScene['route'] }) => (
    <p aria-label="Mapa">{route.map(({ mark, number }) => `${number} ${mark.code}`).join(', ')}</p>
  ),
}));

const LOAD = { day: '2026-11-20', today: '2026-11-20' };
const HUGO = { id: '30', name: 'Hugo Paredes' };
const ANA = { id: '31', name: 'Ana Núñez' };
const orders = ['1', '2', '3'].map((id) => anOrder({ id, code: `D-${id}`, state: 'asignada', courier: HUGO }));
const BEFORE = { km: 30, minutes: 300, endsAt: 1020, late: 2, lateMinutes: 40 };
const AFTER = { km: 22.5, minutes: 240, endsAt: 960, late: 0, lateMinutes: 0 };

/** A proposal for these orders in this order. */
const proposed = (
  { id, name }: typeof HUGO,
  ids: readonly string[],
  more: Partial<SuggestedPart> = {},
): SuggestedPart => {
  const refs = ids.map((each) => ({ id: each, version: 4 }));
  const moves: SuggestedPart['moves'] = [{ ids: ['3'], why: 'on_time' }];
  return { ...aPart(id, refs), name, orders: [], before: BEFORE, after: AFTER, moves, ...more };
};

let gateway: ReturnType<typeof fakeGateway>;
const asked = () => gateway.sentTo(suggestionOperations['assignments.suggest']).map(({ body }) => body as Suggest);
beforeEach(() => {
  run.mockReset();
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders, next: null }));
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => {
    const [route] = (body as Suggest).routes ?? [];
    return aSuggestion([proposed(HUGO, route?.orders ?? ['3', '1', '2'])]);
  });
  markIn(aView());
});

async function open(courier: typeof HUGO | null = HUGO) {
  const onClose = vi.fn();
  const { user } = renderInApp(
    <OrdersState>
      <SortWindow courier={courier} load={LOAD} onClose={onClose} />
    </OrdersState>,
    { path: '/assing' },
  );
  await screen.findByRole('button', { name: /^(?:Aceptar|Cerrar$)/ });
  const sent = () => run.mock.lastCall?.[0].parts.map(({ request }) => [request.id, request.courierId, request.body]);
  return { user, onClose, sent };
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Paradas propuestas de Hugo Paredes' })).getAllByRole('listitem');
const codes = () => rows().map(({ textContent }) => /D-\d/.exec(textContent)?.[0]);

it('shows the figures before and after, why stops move, and the numbered stops on the map', async () => {
  await open();
  await waitFor(() => expect(codes()).toEqual(['D-3', 'D-1', 'D-2']));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Recorridode 30 km →  a 22.5 km');
  expect(dialog.textContent).toContain('Tardede 2 →  a 0');
  expect(rows()[0]?.textContent).toContain('Así llega a su horario');
  expect(rows()[0]?.textContent).toContain('08:10');
  expect((await screen.findByLabelText('Mapa')).textContent).toBe('1 D-3, 2 D-1, 3 D-2');
  expect(asked()).toEqual([{ day: LOAD.day, couriers: ['30'] }]);
});

it('accepts the route with one request', async () => {
  const { user, onClose, sent } = await open();
  await user.click(screen.getByRole('button', { name: 'Aceptar el orden' }));
  expect(onClose).toHaveBeenCalledOnce();
  const stops = ['3', '1', '2'].map((id) => ({ id, version: 4 }));
  expect(sent()).toEqual([['assignments.route', '30', { day: LOAD.day, stops }]]);
});

it('pins a stop where it was moved to, computes the figures of that order, and sorts the others on request', async () => {
  const { user, sent } = await open();
  screen.getByRole('button', { name: 'Parada 3, D-2: mover con Alt y flechas' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(codes()).toEqual(['D-3', 'D-2', 'D-1']);
  await waitFor(() => expect(asked()).toHaveLength(2));
  const all = ['3', '2', '1'];
  expect(asked()[1]).toEqual({
    day: LOAD.day,
    couriers: ['30'],
    routes: [{ courierId: '30', orders: all }],
    pins: all.map((id) => ({ id, pinned: true })),
  });
  await user.click(await screen.findByRole('button', { name: 'Ordenar las demás alrededor de las fijadas' }));
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked()[2]?.pins).toEqual(all.map((id) => ({ id, pinned: id === '2' })));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Aceptar el orden' }).ariaDisabled).not.toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Aceptar el orden' }));
  const stops = [
    { id: '3', version: 4 },
    { id: '2', version: 4, pinned: true },
    { id: '1', version: 4 },
  ];
  expect(sent()).toEqual([['assignments.route', '30', { day: LOAD.day, stops }]]);
});

it('keeps the arranged order when it cannot be computed again, and says so', async () => {
  const { user, sent } = await open();
  gateway.on(suggestionOperations['assignments.suggest'], () => problem('unavailable'));
  await user.click(screen.getByRole('button', { name: 'Fijar la parada 1, D-3' }));
  expect(await screen.findByText(/No se pudo volver a calcular/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Aceptar el orden' }));
  expect(sent()?.[0]?.[2]).toMatchObject({ stops: [{ id: '3', pinned: true }, { id: '1' }, { id: '2' }] });
});

it('opens the first route that changes, folds those that do not, and accepts without those that a person leaves', async () => {
  gateway.on(suggestionOperations['assignments.suggest'], () =>
    aSuggestion([
      proposed({ id: '32', name: 'Luis Quispe' }, ['9'], { moves: [] }),
      proposed(HUGO, ['3', '1', '2']),
      proposed(ANA, ['7', '8']),
    ]),
  );
  const { user, sent } = await open(null);
  expect(screen.getByRole('heading', { name: '3 rutas, 2 cambian' })).toBeTruthy();
  await waitFor(() => expect(codes()).toEqual(['D-3', 'D-1', 'D-2']));
  expect(screen.queryByRole('group', { name: 'Luis Quispe' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 ya está en buen orden' }));
  expect(screen.getByRole('group', { name: 'Luis Quispe' }).textContent).toContain('ya está en buen orden');
  await user.click(
    within(screen.getByRole('group', { name: 'Ana Núñez' })).getByRole('button', { name: 'No cambiarla' }),
  );
  await user.click(screen.getByRole('button', { name: 'Aceptar el orden' }));
  expect(sent()?.map(([, id]) => id)).toEqual(['30']);
});

it('only closes if nothing changes', async () => {
  gateway.on(suggestionOperations['assignments.suggest'], () =>
    aSuggestion([proposed(HUGO, ['1', '2', '3'], { moves: [] })]),
  );
  const { user, onClose } = await open();
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
});

it('still accepts the proposed order after a stop was pinned and unpinned with P', async () => {
  // The answer to an edit compares with the order that was shown.
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) =>
    aSuggestion([proposed(HUGO, ['3', '1', '2'], (body as Suggest).routes ? { moves: [] } : {})]),
  );
  const { user, sent } = await open();
  await waitFor(() => expect(rows()[0]?.textContent).toContain('antes 3.ª'));
  screen.getByRole('button', { name: 'Parada 1, D-3: mover con Alt y flechas' }).focus();
  const pin = screen.getByRole('button', { name: 'Fijar la parada 1, D-3' });
  for (const pressed of ['true', 'false']) {
    await user.keyboard('p');
    expect(pin.ariaPressed).toBe(pressed);
  }
  await waitFor(() => expect(asked()).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Aceptar el orden' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('keeps the stop that the courier is driving to first, until it is unpinned', async () => {
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => {
    const [route] = (body as Suggest).routes ?? [];
    const part = proposed(HUGO, route?.orders ?? ['3', '1', '2']);
    return aSuggestion([
      {
        ...part,
        stops: part.stops.map((stop) => (stop.orders[0]?.id === '3' ? { ...stop, isNext: true, pinned: true } : stop)),
      },
    ]);
  });
  const { user, sent } = await open();
  const move = async (place: number, code: string, key: string) => {
    screen.getByRole('button', { name: `Parada ${place}, ${code}: mover con Alt y flechas` }).focus();
    await user.keyboard(`{Alt>}{${key}}{/Alt}`);
  };
  await waitFor(() => expect(codes()).toEqual(['D-3', 'D-1', 'D-2']));
  await move(1, 'D-3', 'ArrowDown');
  await move(2, 'D-1', 'ArrowUp');
  expect(codes()).toEqual(['D-3', 'D-1', 'D-2']);
  await user.click(screen.getByRole('button', { name: 'Fijar la parada 1, D-3' }));
  await move(1, 'D-3', 'ArrowDown');
  expect(codes()).toEqual(['D-1', 'D-3', 'D-2']);
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]?.pins).toContainEqual({ id: '3', pinned: false });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Aceptar el orden' }).ariaDisabled).not.toBe('true'));
  await user.click(screen.getByRole('button', { name: 'Aceptar el orden' }));
  expect(sent()?.[0]?.[2]).toMatchObject({ stops: [{ id: '1' }, { id: '3', pinned: false }, { id: '2' }] });
});

it('says why there is no proposal and when to try again, and offers to leave while it is computed', async () => {
  gateway.on(suggestionOperations['assignments.suggest'], () =>
    problem('too-many-requests', { detail: 'Su oficina ya está calculando otras rutas', retryAfterSeconds: 4 }),
  );
  const onClose = vi.fn();
  const { user } = renderInApp(
    <OrdersState>
      <SortWindow courier={HUGO} load={LOAD} onClose={onClose} />
    </OrdersState>,
    { path: '/assing' },
  );
  expect(await screen.findByText('Se puede reintentar en 4 s.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Su oficina ya está calculando otras rutas');
  gateway.on(suggestionOperations['assignments.suggest'], () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before an edit is discarded', async () => {
  const { user, onClose } = await open();
  await user.click(screen.getByRole('button', { name: 'Fijar la parada 1, D-3' }));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(onClose).not.toHaveBeenCalled();
});
