import { clientOperations, configOperations, officeOperations } from '@despacho/contracts';
import { courierOperations, ORDER_FLAG_CODES, orderOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { ASSIGNED, BOX, EN_ROUTE, FAILED, HUGO, PENDING, returnFocusOfDialogs, ROSA } from '#test/keys-table.tsx';
import { renderInApp } from '#test/render.tsx';
import { DeskActions } from '#features/dispatch-desk/DeskActions.tsx';
import { loadWindows } from '#features/dispatch-desk/lazy-windows.ts';
import { OrdersGrid } from '#features/orders/components/OrdersGrid.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useNames } from '#features/orders/state/use-names.ts';
import { useOrders, useSelection } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { CommandBox } from './CommandBox.tsx';

const ALL = [...PENDING, ...ASSIGNED, ...EN_ROUTE, ...FAILED];

let gateway: ReturnType<typeof fakeGateway>;

/** The modules and the charge of the person. */
const become = (modules: readonly string[], charge = 'A'): void =>
  markIn(aView({ charge, permissionsList: modules.map((module) => ({ module })) }));

beforeEach(() => {
  returnFocusOfDialogs();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  gateway = fakeGateway();
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(orderOperations['orders.list'], () => ({ orders: ALL, next: null }));
  const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0]));
  gateway.on(orderOperations['orders.counts'], () => ({ total: ALL.length, flags }));
  gateway.on(courierOperations['couriers.list'], () => [HUGO, ROSA]);
  gateway.on(clientOperations['clients.list'], () => [{ id: '7', name: 'Boticas Rosales', ruc: '20512345678' }]);
});

const box = () => screen.findByRole('combobox', { name: /Buscar o hacer|De qué repartidor/ });
const texts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => screen.queryAllByRole('option').find((option) => option.hasAttribute('data-highlighted'));

/** Opens the box from a field of a page. */
async function openBox(path = '/permissions') {
  const shown = renderInApp(
    <>
      <input aria-label="of the page" />
      <CommandBox />
    </>,
    { path },
  );
  screen.getByLabelText('of the page').focus();
  await shown.user.keyboard('{Control>}k{/Control}');
  await screen.findAllByRole('option');
  return shown;
}

it('opens with Ctrl+K from a field instead of the browser’s search, and returns the focus', async () => {
  become(['G01']);
  const { user } = await openBox();
  expect(document.activeElement).toBe(await box());
  await user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
  expect(document.activeElement).toBe(screen.getByLabelText('of the page'));
  const press = new KeyboardEvent('keydown', { key: 'k', metaKey: true, bubbles: true, cancelable: true });
  screen.getByLabelText('of the page').dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(await box()).toBeTruthy();
});

it('does not open over a window with a field, or over a question', async () => {
  become(['G01']);
  const windowOf = (content: string, role?: 'alertdialog') => (
    <>
      <Window title="Otra" lead="" onDismiss={vi.fn()} {...(role && { role })}>
        {content === 'field' ? <input /> : content}
      </Window>
      <CommandBox />
    </>
  );
  for (const [content, role, opens] of [
    ['field', undefined, 0],
    ['question', 'alertdialog', 0],
    ['text', undefined, 1],
  ] as const) {
    const { user, unmount } = renderInApp(windowOf(content, role));
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryAllByRole('dialog', { name: 'Buscar o hacer' })).toHaveLength(opens);
    unmount();
  }
});

it('shows and requests nothing that the person may not do or read', async () => {
  become(['T02']);
  const rosa = await openBox();
  expect(texts()).toEqual(['Imágenes', 'Salir', 'Mis sesiones']);
  await rosa.user.keyboard('rosa');
  await screen.findByText('Nada coincide con «rosa».');
  expect(gateway.sent.filter(({ path }) => !/config|offices/.test(path))).toEqual([]);
  rosa.unmount();

  become(['U01']);
  const luis = await openBox();
  const all = texts().join(' · ');
  expect(all).toContain('Asignar…');
  for (const not of [
    'Anular',
    'Motivos de no entrega',
    'Recibir dinero',
    'Por atender',
    'Nuevo cliente',
    'Ver en el mapa',
  ])
    expect(all).not.toContain(not);
  await luis.user.keyboard('rosa');
  expect(await screen.findByRole('option', { name: /Rosa Huanca/ })).toBeTruthy();
  await waitFor(() => expect(gateway.sentTo(orderOperations['orders.list'])).not.toEqual([]));
  expect(gateway.sentTo(clientOperations['clients.list'])).toEqual([]);
});

it('chooses a single best match with Enter, and otherwise moves into the list', async () => {
  become(['U01', 'M01', '000'], 'S');
  gateway.on(orderOperations['orders.list'], () => ({ orders: [], next: null }));
  const couriers = ['Iván Cueva Paredes', 'Iván Salazar Rojas'].map((name, id) => aCourier({ id: `${id + 1}`, name }));
  gateway.on(courierOperations['couriers.list'], () => couriers);
  const { user, router } = await openBox();
  await user.keyboard('ivan');
  await waitFor(() => expect(texts()).toHaveLength(2));
  expect(highlighted()).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(highlighted()?.textContent).toContain('Iván Cueva Paredes');
  await user.keyboard(' sal');
  await waitFor(() => expect(highlighted()?.textContent).toContain('Iván Salazar Rojas'));
  await user.keyboard('{Enter}');
  expect(new URLSearchParams(router.state.location.search).get('repartidor')).toBe('2');
});

it('reads once after a pause, and finds clients and orders by what is typed', async () => {
  become(['U01', '000'], 'S');
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder({ id: '9', code: 'D-9' })], next: null }));
  const { user, router } = await openBox();
  await user.keyboard('boticas ros');
  await waitFor(() => expect(texts().some((text) => text.includes('Boticas Rosales'))).toBe(true));
  const searches = gateway.sentTo(orderOperations['orders.list']).map(({ query }) => query['buscar']);
  expect(searches.at(-1)).toBe('boticas ros');
  expect(searches.length).toBeLessThan('boticas ros'.length / 2);
  expect(gateway.sentTo(clientOperations['clients.list'])).toHaveLength(1);
  await user.click(await screen.findByRole('option', { name: /D-9/ }));
  expect(`${router.state.location.pathname} ${router.state.location.search}`).toMatch(/^\/assing .*ver=9/);
});

/** The desk with the box: a selection, and the table. */
function Desk() {
  const { orders, isPending } = useOrders();
  const { add, clear } = useSelection();
  useNames('LIMA');
  if (isPending) return null;
  return (
    <>
      {ALL.map(({ id }) => (
        <button key={id} type="button" onClick={() => add(orders.filter((order) => order.id === id))}>
          select {id}
        </button>
      ))}
      <button type="button" onClick={clear}>
        clear
      </button>
      <OrdersGrid columns={['codigo']} isCard={false} />
    </>
  );
}

async function openDesk(path = '/assing') {
  await loadWindows();
  become(['U01'], 'S');
  const shown = renderInApp(
    <>
      <OrdersState>
        <OrdersListState>
          <DeskActions>
            <Desk />
          </DeskActions>
        </OrdersListState>
      </OrdersState>
      <CommandBox />
    </>,
    { path },
  );
  await screen.findAllByRole('row');
  const ask = async (typed: string): Promise<void> => {
    await shown.user.keyboard('{Control>}k{/Control}');
    await box();
    await shown.user.keyboard(typed);
    await waitFor(() => expect(highlighted(), typed).toBeTruthy());
  };
  return { ...shown, ask };
}

it('acts on the selected orders and names them, and without any moves to the table', async () => {
  const { user, ask } = await openDesk();
  await ask('asignar');
  expect(highlighted()?.textContent).toContain('Seleccione primero las órdenes');
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.closest('[data-order-id]')).toBeTruthy();

  const posted = () => gateway.sent.filter(({ method, path }) => method === 'POST' && path !== '/api/presence').length;
  for (const { selected, typed, title } of Object.values(BOX)) {
    await user.click(screen.getByRole('button', { name: 'clear' }));
    for (const id of selected) await user.click(screen.getByRole('button', { name: `select ${id}` }));
    const before = posted();
    await ask(typed);
    expect(highlighted()?.textContent).toMatch(/\d (?:orden seleccionada|órdenes seleccionadas)/);
    await user.keyboard('{Enter}');
    if (title === null) await waitFor(() => expect(posted()).toBe(before + 1));
    else {
      const dialog = await screen.findByRole('dialog', { name: title });
      await user.click(within(dialog).getByRole('button', { name: 'Cerrar la ventana' }));
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('asks for the courier of an action, and chooses nobody when Enter is pressed twice', async () => {
  const { user, ask } = await openDesk();
  await ask('mover carga');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Mover carga… ¿Qué repartidor?' })).toBe(document.activeElement);
  // Rosa carries nothing.
  await waitFor(() => expect(texts()).toEqual([expect.stringContaining('Hugo Paredes')]));
  expect(highlighted()).toBeUndefined();
  await user.keyboard('hugo{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Mover la carga de Hugo Paredes' })).toBeTruthy();
});

it('runs the command that another screen requests, once', async () => {
  const { router, user } = await openDesk();
  await router.navigate('/assing', { state: { command: 'days' } });
  const dialog = await screen.findByRole('dialog', { name: 'Cierre del día' });
  expect(router.state.location.state).toEqual({ ignoreLoadingBar: true });
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar la ventana' }));
  await router.navigate('/assing?todas=1');
  await router.navigate(-1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens the screen of an action, and never changes orders that are selected there', async () => {
  become(['G01', 'U01', 'D05'], 'S');
  const { user, router } = await openBox();
  const pick = async (typed: string): Promise<void> => {
    await user.keyboard(`${typed}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await pick('cierre del día');
  expect(router.state.location).toMatchObject({ pathname: '/assing', state: { command: 'days' } });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findAllByRole('option');
  await pick('en ruta');
  expect(router.state.location.state).toEqual({ command: 'select', id: '' });
});
