import {
  guestLinkOperations,
  MAX_COUNTED,
  ORDER_FLAG_CODES,
  type OrderCounts,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { OrdersListState } from '../state/OrdersListState.tsx';
import { OrdersState } from '../state/OrdersState.tsx';
import { useOrdersTab } from '../state/use-orders-tab.ts';
import { FilterBar } from './FilterBar.tsx';
import { OrdersSearch } from './OrdersSearch.tsx';

const counts: OrderCounts = {
  total: 3,
  flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 1])) as OrderCounts['flags'],
};

/** Whether a request counts the orders of earlier days, of which there are none. */
const isEarlier = (query: Record<string, unknown>): boolean => 'hasta' in query && !('desde' in query);

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({
    orders: ['1', '2', '3'].map((id) => anOrder({ id })),
    next: null,
  }));
  gateway.on(orderOperations['orders.counts'], ({ query }) => (isEarlier(query) ? { ...counts, total: 0 } : counts));
  markIn(aView());
});

const Bar = () => <FilterBar tab={useOrdersTab()} columns={[]} onColumns={null} />;

/** Opens the bar; `search()` is the query of the address. */
async function openBar(path = '/assing') {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <OrdersSearch />
        <Bar />
      </OrdersListState>
    </OrdersState>,
    { path },
  );
  await screen.findByText('3 órdenes');
  return { ...shown, search: () => shown.router.state.location.search };
}

const chip = (name: RegExp) => screen.findByRole('button', { name });
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

it('names the client into which the client of an old link was merged', async () => {
  gateway.on(orderOperations['orders.clients'], () => [{ id: 'c1', name: 'Botica Sol', former: ['c2'] }]);
  await openBar('/assing?cliente=c2');
  expect(await screen.findByText('Cliente: Botica Sol (recibió al cliente del enlace)')).toBeTruthy();
});

it('explains the filters in terms of clicks to mouse users', async () => {
  const { user } = await openBar();
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  expect(await screen.findByText('Un clic incluye, el segundo excluye, el tercero quita.')).toBeTruthy();
});

it('filters by a district of Callao, found by its name', async () => {
  const { user, search } = await openBar();
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  await user.type(await screen.findByRole('textbox', { name: 'Buscar distrito' }), 'la perl');
  await user.click(screen.getByRole('button', { name: /^La Perla/ }));
  await waitFor(() => {
    expect(search()).toContain('distrito=070104');
  });
  expect(await screen.findByRole('button', { name: 'Quitar Distrito: La Perla' })).toBeTruthy();
});

it('filters by a typed day once it is a whole date, and by both ends', async () => {
  const { user, search } = await openBar();
  await user.click(screen.getByRole('button', { name: 'Filtros' }));
  const from = await screen.findByLabelText<HTMLInputElement>('Desde');
  await user.type(from, '2/1/202');
  expect(search()).not.toContain('desde');
  await user.type(from, '7');
  await waitFor(() => {
    expect(search()).toContain('desde=2027-01-02');
  });
  await user.type(screen.getByLabelText('Hasta'), '05/01/2027');
  await user.clear(from);
  await waitFor(() => {
    expect(search()).toContain('hasta=2027-01-05');
    expect(search()).not.toContain('desde');
  });
});

describe('a chip', () => {
  it('includes, excludes and clears by click and key, and the address stores it', async () => {
    const { user, search } = await openBar();
    await user.click(await chip(/^Con nota ?1$/));
    expect(search()).toMatch(/[?&]marca=con_nota/);
    (await chip(/^Con nota.*incluidas$/)).focus();
    await user.keyboard('{Enter}');
    expect(search()).toMatch(/[?&]no_marca=con_nota/);
    expect(document.activeElement).toBe(await chip(/^Con nota ?excluidas$/));
    await user.keyboard('{Delete}');
    expect(search()).not.toMatch(/marca=/);
    expect(
      gateway.sentTo(orderOperations['orders.list']).map(({ query }) => [query['marca'], query['no_marca']]),
    ).toEqual(
      expect.arrayContaining([
        ['con_nota', undefined],
        [undefined, 'con_nota'],
      ]),
    );
  });

  it('returns to «Por hacer» when cleared, unless the view changed meanwhile', async () => {
    const { user, search } = await openBar();
    const flag = await chip(/^Sin evidencia/);
    expect(isPressed('Por hacer')).toBe(true);
    await user.click(flag);
    expect(search()).toMatch(/[?&]marca=sin_evidencia/);
    expect(isPressed('Todas')).toBe(true);
    await user.keyboard('{Delete}');
    expect(search()).toBe('');
    expect(isPressed('Por hacer')).toBe(true);

    await user.click(flag);
    await user.click(flag);
    expect(search()).toMatch(/[?&]no_marca=sin_evidencia/);
    expect(isPressed('Por hacer')).toBe(true);
    await user.click(flag);
    expect(search()).toBe('');

    // A preset chosen meanwhile stays.
    await user.click(flag);
    await user.click(screen.getByRole('button', { name: 'Hoy' }));
    flag.focus();
    await user.keyboard('{Delete}');
    expect(search()).not.toMatch(/marca=/);
    expect(isPressed('Hoy')).toBe(true);
  });
});

describe('«Quitar filtros»', () => {
  const remove = async (user: Awaited<ReturnType<typeof openBar>>['user']): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }));
  };

  it.each(['Por hacer', 'Hoy', 'Todas'])('keeps the tab %s', async (tab) => {
    const { user, search } = await openBar();
    await user.click(screen.getByRole('button', { name: tab }));
    const query = search();
    await user.click(await chip(/^Con nota ?1$/));
    await user.type(screen.getByRole('textbox', { name: 'Buscar orden' }), 'rojas');
    await waitFor(() => {
      expect(search()).toContain('buscar=rojas');
    });
    await remove(user);
    expect(search()).toBe(query);
    expect(isPressed(tab)).toBe(true);
  });

  it('returns to the tab that was open before a chip or a state', async () => {
    const { user, router, search } = await openBar();
    await user.click(await chip(/^Sin evidencia/));
    expect(isPressed('Todas')).toBe(true);
    await remove(user);
    expect(search()).toBe('');
    expect(isPressed('Por hacer')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Todas' }));
    await act(() => router.navigate('/assing?estado=pendiente'));
    await remove(user);
    expect(isPressed('Todas')).toBe(true);
  });
});

describe('history', () => {
  const goBack = (router: Awaited<ReturnType<typeof openBar>>['router']) => act(() => router.navigate(-1));

  it('undoes the last chip and the last tab with Back', async () => {
    const { user, router, search } = await openBar();
    await user.click(screen.getByRole('button', { name: 'Todas' }));
    await user.click(await chip(/^Con nota ?1$/));
    expect(search()).toMatch(/marca=con_nota/);
    await goBack(router);
    expect(search()).toBe('?todas=1');
    expect(isPressed('Todas')).toBe(true);
    await goBack(router);
    expect(search()).toBe('');
    expect(isPressed('Por hacer')).toBe(true);
  });

  it('undoes a whole search with Back, however it was typed', async () => {
    const { user, router, search } = await openBar();
    const field = screen.getByRole('textbox', { name: 'Buscar orden' });
    const typed = async (text: string, query: string) => {
      await user.type(field, text);
      await waitFor(() => {
        expect(search()).toContain(query);
      });
    };
    await typed('ro', 'buscar=ro');
    await typed('jas', 'buscar=rojas');
    await user.click(await chip(/^Con nota ?1$/));
    await typed(' p', 'buscar=rojas+p');
    await goBack(router);
    expect(search()).toMatch(/^(?=.*buscar=rojas(&|$))(?=.*marca=con_nota)/);
    await goBack(router);
    expect(search()).toMatch(/buscar=rojas$/);
    await goBack(router);
    expect(search()).toBe('');
    await waitFor(() => {
      expect((field as HTMLInputElement).value).toBe('');
    });
  });
});

it('S34 S38: failing order counters report it and offer Reintentar', async () => {
  gateway.on(orderOperations['orders.counts'], () => problem('not-found'));
  renderInApp(
    <OrdersState>
      <OrdersListState>
        <Bar />
      </OrdersListState>
    </OrdersState>,
  );
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  await screen.findByText('3 órdenes · avisos sin contar');
  gateway.on(orderOperations['orders.counts'], ({ query }) => (isEarlier(query) ? { ...counts, total: 0 } : counts));
  retry.click();
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });
  expect(screen.getByText('3 órdenes')).toBeTruthy();
});

it('shows that a search finds more orders than are counted', async () => {
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder({ id: '1' })], next: 'más' }));
  gateway.on(orderOperations['orders.counts'], () => ({ total: MAX_COUNTED, more: true as const, flags: null }));
  renderInApp(
    <OrdersState>
      <OrdersListState>
        <Bar />
      </OrdersListState>
    </OrdersState>,
    { path: '/assing?buscar=quispe' },
  );
  expect((await screen.findByText('más de 10,000 órdenes')).getAttribute('role')).toBe('status');
  // The chips filter, without a number.
  expect(screen.getByRole('button', { name: 'Con nota' })).toBeTruthy();
});

it('shows the first day of a search by zone, reason or window', async () => {
  await openBar('/assing?motivo=ausente&desde=2020-01-01');
  expect(await screen.findByText(/^Desde el .*: con zona, motivo u horario, 31 días\.$/)).toBeTruthy();
});

it('offers to share the day of the client that the table shows', async () => {
  gateway.on(orderOperations['orders.clients'], () => [{ id: '5001', name: 'Óptica Visión' }]);
  gateway.on(guestLinkOperations['guestLinks.list'], () => ({ links: [], live: 0 }));
  const { user } = await openBar('/assing?cliente=5001&desde=2026-11-19&hasta=2026-11-19');
  await screen.findByRole('button', { name: 'Quitar Cliente: Óptica Visión' });
  await user.click(screen.getByRole('button', { name: 'Compartir constancias' }));
  const client = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Cliente' });
  expect([client.value, client.selectedOptions[0]?.text]).toEqual(['5001', 'Óptica Visión']);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Día' }).value).toContain('19');
});

it.each(['cliente=5001,5002', 'cliente=5001&desde=2026-11-18&hasta=2026-11-19', 'estado=entregada'])(
  'offers no sharing for %s',
  async (query) => {
    await openBar(`/assing?${query}`);
    await screen.findByRole('group', { name: 'Filtros puestos' });
    expect(screen.queryByRole('button', { name: 'Compartir constancias' })).toBeNull();
  },
);
