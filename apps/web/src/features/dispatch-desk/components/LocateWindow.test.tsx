import {
  CLAIM_SECONDS,
  ORDER_FLAG_CODES,
  orderOperations,
  placeOperations,
  type WaitingAddress,
} from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aStreet, anAddress } from '#test/a-street.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { type Point } from '../rules/locate.ts';
import { UNATTENDED_MS } from '../state/use-attended.ts';
import LocateWindow from './LocateWindow.tsx';

// Leaflet needs a browser.
vi.mock('./CandidatesMap.tsx', () => ({
  CandidatesMap: ({ onMark }: { onMark: (point: Point) => void }) => (
    <button type="button" onClick={() => onMark({ lat: -12.2, lng: -77.1 })}>
      mark the map
    </button>
  ),
}));

let gateway: ReturnType<typeof fakeGateway>;
let waiting: WaitingAddress[];
/** The order whose address the person has claimed, in this or in another page. */
let claimed: string | null;
beforeEach(() => {
  gateway = fakeGateway();
  waiting = [anAddress('1'), anAddress('2'), anAddress('3')];
  const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0]));
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({ total: 0, flags }));
  claimed = null;
  gateway.on(placeOperations['places.waiting'], ({ body }) => {
    const { claim, mode } = body as { claim: string | null; mode?: string };
    if (mode === 'release') claimed = claim === claimed ? null : claimed;
    else if (mode === undefined && claim !== null) claimed = claim;
    const own = { user: 'Ana', isOwn: true };
    const addresses = waiting.map((each) => (each.order === claimed ? { ...each, claim: each.claim ?? own } : each));
    return { streets: addresses.length > 0 ? [aStreet(addresses)] : [], total: addresses.length };
  });
  gateway.on(placeOperations['places.answer'], ({ body }) => {
    const { order, point } = body as { order: string; point: Point | null };
    waiting = point ? waiting.filter((each) => each.order !== order) : [anAddress(order), ...waiting];
    return { orders: 2, undoUntil: point && new Date(Date.now() + 30_000).toISOString() };
  });
  markIn(aView());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const answers = () => gateway.sentTo(placeOperations['places.answer']);
const bodies = () => answers().map(({ body }) => body);
const claims = () => gateway.sentTo(placeOperations['places.waiting']).map(({ body }) => body);
const option = (order: string) => screen.getByRole('option', { name: new RegExp(`Av. Larco ${order}`) });

async function openWindow(orderId?: string) {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <LocateWindow officeId="LIMA" orderId={orderId} onClose={vi.fn()} />
      </OrdersListState>
    </OrdersState>,
    { path: '/assing' },
  );
  await screen.findByRole('dialog', { name: 'Por ubicar' });
  return shown;
}

it('answers by keys alone, and goes on with the next address of the list', async () => {
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  expect(screen.getByRole('group', { name: /^Av. Larco/ })).toBeTruthy();
  await user.keyboard('2');
  expect(screen.getByRole('button', { name: /^2/, pressed: true })).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(option('2'));
  await waitFor(() => expect(screen.queryByRole('option', { name: /Larco 1/ })).toBeNull());
  expect(bodies()).toEqual([{ order: '1', point: { lat: -12.13, lng: -77.03 } }]);
  await user.keyboard('{ArrowDown}1{Enter}');
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ order: '3' });
  // At the end, back to what was passed over.
  expect(document.activeElement).toBe(option('2'));
});

it('sends the pin that was set on the map, and nothing without one', async () => {
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  await user.keyboard('{Enter}9{Enter}');
  expect(bodies()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'mark the map' }));
  await user.click(screen.getByRole('button', { name: 'Guardar y seguir' }));
  expect(document.activeElement).toBe(option('2'));
  await waitFor(() => expect(bodies()).toEqual([{ order: '1', point: { lat: -12.2, lng: -77.1 } }]));
});

it('undoes an answer from its receipt', async () => {
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  await user.keyboard('1{Enter}');
  const receipt = await screen.findByRole('region', { name: 'Constancia del cambio' });
  expect(within(receipt).getByText('Dirección ubicada')).toBeTruthy();
  await within(receipt).findByRole('button', { name: /^Deshacer/ });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(bodies()[1]).toEqual({ order: '1', point: null }));
  expect(await screen.findByRole('option', { name: /Larco 1/ })).toBeTruthy();
  expect(await screen.findByText('Ubicación deshecha')).toBeTruthy();
});

it('keeps the pin of an answer that got lost, and sends it again with the same key', async () => {
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  let isLost = true;
  gateway.on(placeOperations['places.answer'], () => {
    if (isLost) throw new Error('Network Error');
    waiting = waiting.slice(1);
    return { orders: 2, undoUntil: null };
  });
  await user.keyboard('2{Enter}');
  expect(await screen.findByText(/^No hubo respuesta/)).toBeTruthy();
  await user.click(await screen.findByRole('option', { name: /Larco 1/ }));
  expect(screen.getByRole('button', { name: /^2/, pressed: true })).toBeTruthy();
  isLost = false;
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Dirección ubicada')).toBeTruthy();
  const keys = answers().map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});

it('shows why a place was refused, with the address again in the list', async () => {
  const detail = 'El punto está a 90 km de Miraflores';
  gateway.on(placeOperations['places.answer'], () => problem('invalid-request', { detail }));
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  await user.keyboard('1{Enter}');
  expect(await screen.findByText(`${detail}.`)).toBeTruthy();
  expect(await screen.findByRole('option', { name: /Larco 1/ })).toBeTruthy();
});

it('passes over an address that somebody else is locating, and does not answer it', async () => {
  const claim = { user: 'Rosa Mamani', isOwn: false };
  waiting = [anAddress('1', { claim }), anAddress('2'), anAddress('3', { claim })];
  const { user } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('2')));
  expect(within(option('1')).getByText('Lo está ubicando Rosa Mamani')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('alert').textContent).toContain('Lo está ubicando Rosa Mamani');
  await user.keyboard('1{Enter}');
  expect(bodies()).toEqual([]);
});

const PAUSED = 'Otra persona puede tomar esta dirección; siga para continuar.';

it('claims the open address while it is open, and releases it when the window closes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = await openWindow('2');
  await waitFor(() => expect(document.activeElement).toBe(option('2')));
  await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2' }));
  const before = claims().length;
  await act(() => vi.advanceTimersByTimeAsync(CLAIM_SECONDS * 1000));
  expect(claims().length).toBeGreaterThanOrEqual(before + 2);
  expect(
    new Set(
      claims()
        .slice(before)
        .map((each) => JSON.stringify(each)),
    ),
  ).toEqual(new Set(['{"claim":"2","mode":"renew"}']));
  unmount();
  await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2', mode: 'release' }));
});

it.each(['without input for five minutes', 'while the page is hidden'])(
  'does not renew its claim %s, and claims the address again after input',
  async (when) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { client } = await openWindow('2');
    await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2' }));
    const hide = (isHidden: boolean) => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    if (when.includes('hidden')) act(() => hide(true));
    else await act(() => vi.advanceTimersByTimeAsync(UNATTENDED_MS));
    expect((await screen.findByRole('alert')).textContent).toBe(PAUSED);
    const before = claims().length;
    await act(() => vi.advanceTimersByTimeAsync(2 * CLAIM_SECONDS * 1000));
    expect(claims()).toHaveLength(before);
    // The list is still read when something changes.
    await act(() => client.invalidateQueries());
    expect(claims().slice(before)).toEqual([{ claim: null }]);
    if (when.includes('hidden')) act(() => hide(false));
    else fireEvent.pointerMove(document.body);
    await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2' }));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('leaves the claim that another page of the person has made since, until there is input here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = await openWindow('2');
  await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2' }));
  claimed = '3';
  await act(() => vi.advanceTimersByTimeAsync(CLAIM_SECONDS * 1000));
  expect((await screen.findByRole('alert')).textContent).toBe(PAUSED);
  expect(claimed).toBe('3');
  fireEvent.keyDown(document.body, { key: 'Shift' });
  await waitFor(() => expect(claimed).toBe('2'));
  claimed = '3';
  unmount();
  await waitFor(() => expect(claims().at(-1)).toEqual({ claim: '2', mode: 'release' }));
  expect(claimed).toBe('3');
});

it('keeps the list and the pin while the service cannot be reached', async () => {
  const { user, client } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  await user.keyboard('2');
  gateway.on(placeOperations['places.waiting'], () => problem('unavailable'));
  await act(() => client.invalidateQueries());
  expect((await screen.findByRole('alert')).textContent).toContain('Lo que marcó sigue aquí');
  expect(screen.getByRole('button', { name: /^2/, pressed: true })).toBeTruthy();
});

it('focuses the next address when somebody else has located the open one', async () => {
  const { client } = await openWindow();
  await waitFor(() => expect(document.activeElement).toBe(option('1')));
  waiting = waiting.slice(1);
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(document.activeElement).toBe(option('2')));
});

it('shows an empty state when every address has its place', async () => {
  waiting = [];
  await openWindow();
  expect(await screen.findByText('No hay direcciones por ubicar')).toBeTruthy();
});
