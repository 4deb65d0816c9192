import { arrivalOperations, type Order, orderOperations } from '@despacho/contracts/dispatch';
import { type ModuleCode, officeOperations } from '@despacho/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { dayAfter } from '#shared/format/format-day.ts';
import { recordDayTurn } from '#shared/format/working-day.ts';
import { publishNews } from '#shared/live/live-state.ts';
import { renderInApp } from '#test/render.tsx';
import { OrderSidePanel } from './OrderSidePanel.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import {
  DispatchOfficeContext,
  OrdersListContext,
  type OrdersListState as ListState,
  OrderWindowContext,
  useOrderWindow,
} from './state/use-orders-state.ts';
import { OrdersListState } from './state/OrdersListState.tsx';
import { OrdersState } from './state/OrdersState.tsx';

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(officeOperations['offices.list'], () => []);
  signIn('U01');
});

const signIn = (...modules: ModuleCode[]): void => {
  markIn(aView({ permissionsList: modules.map((module) => ({ module })) }));
};

const listOf = (...ids: string[]): ListState => ({
  orders: ids.map((id) => anOrder({ id })),
  total: ids.length,
  isOver: false,
  earlier: null,
  isPending: false,
  isOutdated: false,
  isFetching: false,
  hasMore: false,
  isLoadingMore: false,
  loadMore: vi.fn(),
  error: null,
  refetch: vi.fn(),
});

/** Opens the panel of an order dated `date`. */
async function openPanel(date: string, list = listOf('7'), courier: Order['courier'] = null) {
  const order = anOrder({ id: '7', code: 'D-7', date, courier });
  gateway.on(orderOperations['orders.read'], () => ({ order, courierNote: null, notes: [], shares: [], timeline: [] }));
  const open = vi.fn();
  const orderWindow = {
    window: { kind: 'detail', id: '7' } as const,
    open,
    close: vi.fn(),
    leave: vi.fn(),
    guard: vi.fn(),
  };
  const shown = renderInApp(
    <DispatchOfficeContext value={{ officeId: 'LIMA', timeZone: 'America/Lima' }}>
      <OrdersListContext value={list}>
        <OrderWindowContext value={orderWindow}>
          <OrderSidePanel />
        </OrderWindowContext>
      </OrdersListContext>
    </DispatchOfficeContext>,
  );
  return { ...shown, open, button: await screen.findByRole('button', { name: 'Duplicar (D)' }) };
}

/** Answers the confirmation dialog. */
const answer = async (user: Awaited<ReturnType<typeof openPanel>>['user'], name = 'Crear copia') => {
  await user.click(await screen.findByRole('button', { name }));
};

const sentBodies = () => gateway.sentTo(orderOperations['orders.duplicate']).map(({ body }) => body);

describe('Duplicar', () => {
  it('creates a copy on the same date if not in the past, and opens it', async () => {
    const reply = Promise.withResolvers<Order>();
    gateway.on(orderOperations['orders.duplicate'], () => reply.promise);
    const { user, open, button } = await openPanel('2999-01-01');
    await user.click(button);
    await answer(user);
    await waitFor(() => {
      expect(button.getAttribute('aria-busy')).toBe('true');
    });
    await user.click(button);
    reply.resolve(anOrder({ id: '8' }));
    await waitFor(() => {
      expect(open).toHaveBeenCalledWith({ kind: 'detail', id: '8' });
    });
    expect(sentBodies()).toEqual([{ date: '2999-01-01' }]);
  });

  it('creates a copy for the next window if the date has passed, also with the key D', async () => {
    gateway.on(orderOperations['orders.duplicate'], () => anOrder({ id: '8' }));
    const { user, open, button } = await openPanel('2020-01-01');
    button.focus();
    await user.keyboard('d');
    await answer(user, 'Cancelar');
    expect(sentBodies()).toEqual([]);
    button.focus();
    await user.keyboard('d');
    await answer(user);
    await waitFor(() => {
      expect(open).toHaveBeenCalledOnce();
    });
    // The window of the order ends at 11:00.
    const [day, time] = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Lima',
      dateStyle: 'short',
      timeStyle: 'short',
    })
      .format(new Date())
      .split(' ');
    expect(sentBodies()).toEqual([{ date: dayAfter(day ?? '', (time ?? '') >= '11:00' ? 1 : 0) }]);
  });

  it('creates a copy for a future window after midnight, before the day turns', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-26T05:30:00Z'), toFake: ['Date'] });
    recordDayTurn('05:00');
    onTestFinished(() => {
      vi.useRealTimers();
      recordDayTurn('00:00');
    });
    gateway.on(orderOperations['orders.duplicate'], () => anOrder({ id: '8' }));
    const { user, button } = await openPanel('2026-11-25');
    await user.click(button);
    expect(await screen.findByText(/con los mismos datos para mañana, de 09:00 a 11:00/)).toBeTruthy();
    await answer(user);
    await waitFor(() => {
      expect(sentBodies()).toEqual([{ date: '2026-11-26' }]);
    });
  });

  it('stays on the order after a failure and retries with the same key', async () => {
    gateway.on(orderOperations['orders.duplicate'], () => problem('internal'));
    const { user, open, button } = await openPanel('2999-01-01');
    for (const tries of [1, 2]) {
      await user.click(button);
      await answer(user);
      await waitFor(() => {
        expect(sentBodies().length).toBeGreaterThanOrEqual(tries);
        expect(button.getAttribute('aria-busy')).toBeNull();
      });
    }
    await waitFor(() => {
      expect(sentBodies().length).toBeGreaterThan(1);
    });
    const keys = gateway.sentTo(orderOperations['orders.duplicate']).map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    expect(open).not.toHaveBeenCalled();
  });
});

describe('the order before and after in the list', () => {
  it('opens by key and by button', async () => {
    const { user, open } = await openPanel('2026-11-20', listOf('6', '7', '8'));
    await user.keyboard('jk');
    await user.click(screen.getByRole('button', { name: 'Orden siguiente (J)' }));
    await user.click(screen.getByRole('button', { name: 'Orden anterior (K)' }));
    expect(open.mock.calls.map(([panel]) => (panel as { id: string }).id)).toEqual(['8', '6', '8', '6']);
  });

  it('is missing at the ends of the list', async () => {
    const { user, open } = await openPanel('2026-11-20', listOf('7'));
    await user.keyboard('jk');
    expect(open).not.toHaveBeenCalled();
    for (const name of ['Orden siguiente (J)', 'Orden anterior (K)'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });

  it('loads the next page of the list near its end', async () => {
    const list = { ...listOf('6', '7', '8'), hasMore: true };
    await openPanel('2026-11-20', list);
    expect(list.loadMore).toHaveBeenCalled();
  });

  it('is not offered for an order outside the list', async () => {
    await openPanel('2026-11-20', listOf('1', '2'));
    expect(screen.queryByRole('button', { name: 'Orden siguiente (J)' })).toBeNull();
  });
});

describe('arrivals', () => {
  const stay = {
    orderId: '7',
    courierId: '5',
    at: '2026-11-20T19:02:00Z',
    until: '2026-11-20T19:08:00Z',
    left: '2026-11-20T19:08:30Z',
  };
  const times = () => gateway.sentTo(arrivalOperations['arrivals.list']).map(({ query }) => query);

  it('are shown in the panel and in Historia, and updated by live events of the courier', async () => {
    signIn('U01', 'M01');
    let stays: (typeof stay)[] = [];
    gateway.on(arrivalOperations['arrivals.list'], () => stays);
    await openPanel('2026-11-20', listOf('7'), { id: '5', name: 'Hugo Paredes' });
    expect(screen.queryByText(/Llegó/)).toBeNull();
    stays = [stay];
    const news = (officeId: string, ...courierIds: string[]) =>
      publishNews({ type: 'event', event: { type: 'arrivals.changed', officeId, courierIds } });
    act(() => news('LIMA', '6'));
    act(() => news('LIMA', '5'));
    const facts = await screen.findByText('Llegada');
    expect(facts.nextElementSibling?.textContent).toMatch(/^Llegó .*14:02, estuvo 6 min$/);
    const [entry] = within(screen.getByRole('list', { name: 'Historia' })).getAllByRole('listitem');
    expect(entry?.textContent).toMatch(/^Llegó .*14:02, estuvo 6 min · /);
    expect(times()).toEqual([
      { officeId: 'LIMA', orden: '7' },
      { officeId: 'LIMA', orden: '7' },
    ]);
  });

  it('cause no call without M01', async () => {
    gateway.on(arrivalOperations['arrivals.list'], () => [stay]);
    await openPanel('2026-11-20');
    expect(screen.queryByText(/Llegó/)).toBeNull();
    expect(times()).toEqual([]);
  });
});

it('a changed form asks before another order opens', async () => {
  markIn(aView());
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(orderOperations['orders.read'], () => ({
    order: anOrder({ id: '7', code: 'D-7' }),
    courierNote: null,
    notes: [],
    shares: [],
    timeline: [],
  }));
  function OpenOther() {
    const { open } = useOrderWindow();
    return (
      <button
        onClick={() => {
          open({ kind: 'detail', id: '7' });
        }}
      >
        Otra orden
      </button>
    );
  }
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <OpenOther />
        <OrderSidePanel />
      </OrdersListState>
    </OrdersState>,
    { path: '/assing?nueva=1' },
  );
  const address = screen.getByLabelText<HTMLInputElement>('Dirección');
  await user.type(address, 'Jr. Puno 123');
  const leave = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Otra orden' }));
    await screen.findByText('Hay cambios sin guardar');
    await user.click(await screen.findByRole('button', { name }));
  };
  await leave('Seguir editando');
  await waitFor(() => {
    expect(screen.queryByText('Hay cambios sin guardar')).toBeNull();
  });
  expect(address.isConnected).toBe(true);
  expect(address.value).toBe('Jr. Puno 123');
  await leave('Salir sin guardar');
  expect(await screen.findByRole('complementary', { name: 'Orden D-7' })).toBeTruthy();
});
