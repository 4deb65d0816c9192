import {
  courierOperations,
  type Order,
  orderOperations,
  type Suggest,
  suggestionOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aPart, aSuggestion, idsIn } from '#test/a-suggestion.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { type MapScene } from '#shared/map/orders/map-scene.ts';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { type Intent } from '../rules/action.ts';
import { type Dialog, DialogContext } from '../state/dialogs.ts';
import { SuggestWindow } from './SuggestWindow.tsx';

const run = vi.hoisted(() => vi.fn<(intent: Intent) => Promise<void>>());
vi.mock('../state/use-actions.ts', () => ({ useActions: () => ({ run }) }));

// A canvas needs a browser; the marks are what matters here.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({
  OrdersMap: ({ marks, selected, route }: Pick<MapScene, 'marks' | 'selected' | 'route'>) => (
    <p
      aria-label="Mapa"
      data-route={route.map(({ mark, number }) => `${number} ${mark.code}`).join(', ')}
      data-marks={marks.map(({ code, color, text }) => `${code} ${color} ${text}`).join('\n')}
    >
      {marks.map(({ code }) => code).join(' ')} ({selected.size})
    </p>
  ),
}));

const NO_LOAD = { orders: 0, weightGrams: 0 };
const couriers = [
  aCourier({ id: '1', name: 'Hugo Paredes', capacityOrders: 10, load: { orders: 1, weightGrams: 500 } }),
  aCourier({ id: '2', name: 'Ana Núñez', capacityOrders: 10, load: NO_LOAD }),
  aCourier({ id: '3', name: 'Luis Quispe', zones: ['150101'], load: NO_LOAD }),
];
const { place } = anOrder();
const orders = ['1', '2', '3', '4', '5'].map((id) =>
  anOrder({ id, code: `D-${id}`, place: { ...place, ubigeo: id > '3' ? '150132' : '150122' } }),
);
const part = (courierId: string, ids: readonly string[]) =>
  aPart(
    courierId,
    ids.map((id) => ({ id, version: 1 })),
  );
const suggestion = aSuggestion(
  [part('1', ['1', '2']), part('2', ['3'])],
  [
    { id: '4', why: 'no_zone' },
    { id: '5', why: 'no_zone' },
  ],
);

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(suggestionOperations['assignments.suggest'], () => suggestion);
  gateway.on(courierOperations['couriers.list'], () => couriers);
  gateway.on(orderOperations['orders.list'], () => ({ orders: [] satisfies Order[], next: null }));
  markIn(aView());
});

async function openWindow(chosen = orders) {
  run.mockReset();
  const onClose = vi.fn<() => void>();
  const shown = renderInApp(
    <OrdersState>
      <DialogContext value={vi.fn<(dialog: Dialog) => void>()}>
        <SuggestWindow orders={chosen} onClose={onClose} />
      </DialogContext>
    </OrdersState>,
    { path: '/assing' },
  );
  await screen.findByRole('button', { name: /^Asignar \d/ });
  const plan = () => run.mock.lastCall?.[0].parts.map(({ request, part: name }) => [name, idsIn(request)]);
  const submit = () => shown.user.click(screen.getByRole('button', { name: /^Asignar( \d+ órdene?s?)?$/ }));
  return { ...shown, onClose, plan, submit };
}

const groupOf = (name: string) => within(screen.getByRole('group', { name }));
const toggleOf = (name: string) => groupOf(name).getByRole('button', { expanded: false });
const UNSERVED = 'Ningún repartidor activo atiende San Juan de Lurigancho';
const chooses = (name: string) => screen.findByRole('option', { name: new RegExp(name) });

describe('the suggested assignment', () => {
  it('lists unassigned orders first, then couriers by name with their load before and after', async () => {
    await openWindow();
    const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(names).toEqual([UNSERVED, 'Ana Núñez', 'Hugo Paredes']);
    expect(screen.getByRole('heading', { name: 'Quedan 2 órdenes sin repartidor' })).toBeTruthy();
    expect(toggleOf('Hugo Paredes').textContent).toContain('1 →  a 3 de 10 órd.');
    expect(toggleOf('Hugo Paredes').textContent).toContain('0.5 →  a 2.9 de 10 kg');
  });

  it('assigns a group without a courier, with a warning, and applies everything as one action', async () => {
    const { user, plan, submit, onClose } = await openWindow();
    await user.click(toggleOf(UNSERVED));
    await user.click(groupOf(UNSERVED).getByRole('button', { name: 'Asignar las 2 a…' }));
    expect(screen.getByRole('heading', { name: '¿Quién lleva estas 2 órdenes?' })).toBeTruthy();
    await user.click(await chooses('Ana Núñez'));
    expect(screen.queryByRole('heading', { name: /sin repartidor/ })).toBeNull();
    expect(toggleOf('Ana Núñez').textContent).toContain('2 fuera de sus zonas');
    await submit();
    expect(onClose).toHaveBeenCalledOnce();
    expect(plan()).toEqual([
      ['Ana Núñez', ['3', '4', '5']],
      ['Hugo Paredes', ['1', '2']],
    ]);
  });

  it('gives a group without a courier to those of the nearest zones', async () => {
    const { user, plan, submit } = await openWindow();
    await user.click(groupOf(UNSERVED).getByRole('button', { name: /^Dar a zonas vecinas/ }));
    expect(screen.queryByRole('heading', { name: /sin repartidor/ })).toBeNull();
    expect(toggleOf('Luis Quispe').textContent).toContain('2 fuera de sus zonas');
    await submit();
    expect(plan()).toContainEqual(['Luis Quispe', ['4', '5']]);
  });

  it('gives all groups without a courier to those of the nearest zones together', async () => {
    gateway.on(suggestionOperations['assignments.suggest'], () => ({
      ...suggestion,
      unplaced: [...suggestion.unplaced, { id: '6', why: 'no_zone' }],
    }));
    const { user, plan, submit } = await openWindow([
      ...orders,
      anOrder({ id: '6', code: 'D-6', place: { ...place, ubigeo: '150130' } }),
    ]);
    expect(screen.getAllByRole('button', { name: /^Dar a zonas vecinas/ })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Dar todas a zonas vecinas' }));
    expect(screen.queryByRole('heading', { name: /sin repartidor/ })).toBeNull();
    await submit();
    expect(plan()?.flatMap(([, ids]) => ids)).toHaveLength(6);
  });

  it('colours the orders of each part on the map and names its courier', async () => {
    await openWindow();
    const map = await screen.findByLabelText('Mapa');
    const marks = map.dataset['marks']?.split('\n').map((line) => line.split(/ (?!0|\d)/)) ?? [];
    const colorOf = (code: string) => marks.find(([first]) => first === code)?.[1];
    expect(colorOf('D-1')).toMatch(/^oklch/);
    expect(colorOf('D-2')).toBe(colorOf('D-1'));
    expect(colorOf('D-3')).not.toBe(colorOf('D-1'));
    expect(colorOf('D-4')).toBe('undefined');
    expect(map.dataset['marks']).toMatch(/^D-1 .*Hugo Paredes$/m);
  });

  it('gives a whole part to another courier, by keyboard', async () => {
    const { user, plan, submit } = await openWindow();
    toggleOf('Hugo Paredes').focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('D-1 D-2 (2)')).toBeTruthy();
    await user.tab();
    await user.keyboard('{Enter}');
    const field = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('option', { name: /Hugo Paredes/ })).toBeNull();
    await user.keyboard('luis{Enter}');
    await submit();
    expect(plan()).toEqual([
      ['Ana Núñez', ['3']],
      ['Luis Quispe', ['1', '2']],
    ]);
  });

  it('takes an order out, and puts it back', async () => {
    const { user, plan, submit } = await openWindow();
    await user.click(toggleOf('Hugo Paredes'));
    await user.click(screen.getByRole('button', { name: 'Quitar D-2' }));
    expect(screen.getByRole('group', { name: 'Las quitó usted' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Asignar 2 órdenes' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Devolver al reparto/ }));
    await submit();
    expect(plan()).toEqual([
      ['Ana Núñez', ['3']],
      ['Hugo Paredes', ['1', '2']],
    ]);
  });

  it('returns from the choice of a courier with Esc, without a change and without closing', async () => {
    const { user, onClose } = await openWindow();
    await user.click(toggleOf(UNSERVED));
    await user.click(groupOf(UNSERVED).getByRole('button', { name: 'Asignar las 2 a…' }));
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(await screen.findByRole('heading', { name: 'Quedan 2 órdenes sin repartidor' })).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(run).not.toHaveBeenCalled();
  });

  it('asks before a changed plan is discarded, however the window is closed', async () => {
    const { user, onClose, submit, plan } = await openWindow();
    await user.click(groupOf(UNSERVED).getByRole('button', { name: /^Dar a zonas vecinas/ }));
    const dialog = screen.getByRole('dialog', { name: /^Reparto sugerido/ });
    for (const close of [
      () => user.click(screen.getByRole('button', { name: 'Cerrar la ventana' })),
      () => user.click(screen.getByRole('button', { name: 'Cancelar' })),
      () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })),
      () => user.pointer({ keys: '[MouseLeft]', target: dialog, coords: { clientX: -5, clientY: -5 } }),
    ]) {
      await close();
      await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
      await waitFor(() => {
        expect(screen.queryByRole('button', { name: 'Seguir editando' })).toBeNull();
      });
    }
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    expect(plan()).toContainEqual(['Luis Quispe', ['4', '5']]);
  });

  it('discards a changed plan when that is confirmed, and an unchanged one without asking', async () => {
    const { user, onClose } = await openWindow();
    await user.click(toggleOf('Hugo Paredes'));
    await user.click(screen.getByRole('button', { name: 'Quitar D-2' }));
    await user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
    await user.click(await screen.findByRole('button', { name: 'Descartar' }));
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    await user.click(screen.getByRole('button', { name: /^Devolver al reparto/ }));
    await user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(run).not.toHaveBeenCalled();
  });

  it('computes a changed part again when it is opened, and sends it as a route; otherwise as an assignment', async () => {
    const { user, submit, onClose } = await openWindow();
    const sent = () => run.mock.lastCall?.[0].parts.map(({ part: name, request }) => [name, request.id]);
    await user.click(toggleOf('Ana Núñez'));
    await user.click(screen.getByRole('button', { name: 'Cambiar D-3' }));
    await user.click(await chooses('Hugo Paredes'));
    expect(toggleOf('Hugo Paredes').textContent).toContain('Al final de su ruta');
    await submit();
    expect(sent()).toEqual([['Hugo Paredes', 'assignments.assign']]);
    expect(onClose).toHaveBeenCalledOnce();
    gateway.on(suggestionOperations['assignments.suggest'], () => aSuggestion([part('1', ['3', '1', '2'])]));
    await user.click(toggleOf('Hugo Paredes'));
    expect(await groupOf('Hugo Paredes').findByText(/^3 km · 30 min · termina 08:30$/)).toBeTruthy();
    const asked = gateway.sentTo(suggestionOperations['assignments.suggest']).map(({ body }) => body as Suggest);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ couriers: ['1'], keep: 'others' });
    expect(asked[1]?.orders?.map(({ id }) => id).toSorted()).toEqual(['1', '2', '3']);
    expect((await screen.findByLabelText('Mapa')).dataset['route']).toBe('1 D-3, 2 D-1, 3 D-2');
    await submit();
    expect(sent()).toEqual([['Hugo Paredes', 'assignments.route']]);
  });

  it('distributes among chosen couriers, once the choice is done, and also what is assigned on request', async () => {
    const { user, submit } = await openWindow([
      ...orders,
      anOrder({ id: '6', code: 'D-6', state: 'asignada', courier: { id: '3', name: 'Luis Quispe' } }),
    ]);
    const asked = () => gateway.sentTo(suggestionOperations['assignments.suggest']).map(({ body }) => body as Suggest);
    await user.click(screen.getByRole('button', { name: 'Elegir…' }));
    for (const name of ['Ana Núñez', 'Luis Quispe'])
      await user.click(
        within(screen.getByRole('region', { name: 'Reparte entre' })).getByRole('button', { name: new RegExp(name) }),
      );
    expect(asked()).toHaveLength(1);
    const answer = Promise.withResolvers<typeof suggestion>();
    gateway.on(suggestionOperations['assignments.suggest'], () => answer.promise);
    await user.click(screen.getByRole('button', { name: 'Listo' }));
    expect(screen.getByText('Entre 2 repartidores')).toBeTruthy();
    expect(asked().map(({ couriers: ids, keep }) => [ids, keep])).toEqual([
      [undefined, 'assigned'],
      [['2', '3'], 'assigned'],
    ]);
    // The plan in view is for others.
    await submit();
    expect(run).not.toHaveBeenCalled();
    answer.resolve(suggestion);
    await waitFor(() => expect(screen.queryByText('Calculando otra vez…')).toBeNull());
    await user.click(screen.getByRole('checkbox', { name: 'Repartir también la que ya tiene repartidor' }));
    await waitFor(() => expect(asked()[2]).toMatchObject({ couriers: ['2', '3'], keep: 'others' }));
  });
});
