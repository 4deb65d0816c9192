import { officeOperations } from '@despacho/contracts';
import {
  assignmentOperations,
  courierOperations,
  dayOperations,
  evidenceOperations,
  ORDER_FLAG_CODES,
  orderOperations,
  placeOperations,
  reasonOperations,
  reviewOperations,
  settingsOperations,
  type Suggest,
  suggestionOperations,
  viewOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCourier, someSettings } from '#test/a-courier.ts';
import { aReview } from '#test/a-review.ts';
import { aView } from '#test/a-view.ts';
import { suggested } from '#test/a-suggestion.ts';
import { aStreet } from '#test/a-street.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { Opener, OTHERS, returnFocusOfDialogs, VIEW, WINDOWS } from '#test/keys-table.tsx';
import { renderInApp } from '#test/render.tsx';
import { SENTENCE } from '#test/typed-sentence.ts';
import { FIRST_FIELD } from '#shared/hooks/focus-first-field.ts';
import { OrdersGrid } from '#features/orders/components/OrdersGrid.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { OrderSidePanel } from '#features/orders/OrderSidePanel.tsx';
import { OrdersTools } from '#features/orders/OrdersTools.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useNames } from '#features/orders/state/use-names.ts';
import { useOrders, useOrderWindow, useSelection } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { OrderActions, SelectionActions } from './components/SelectionActions.tsx';
import { DeskActions } from './DeskActions.tsx';
import { loadWindows } from './lazy-windows.ts';
import { assignIntent } from './rules/intents.ts';
import { type Dialog, useOpenDialog } from './state/dialogs.ts';
import { useActions } from './state/use-actions.ts';

// A canvas needs a browser.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({ OrdersMap: () => null }));

beforeAll(loadWindows);

const HUGO = aCourier({ id: '30', name: 'Hugo Paredes' });
const PENDING = ['1', '2', '3'].map((id) => anOrder({ id, code: `D-${id}` }));
const EN_ROUTE = ['4', '5'].map((id) =>
  anOrder({
    id,
    code: `D-${id}`,
    state: 'en_ruta',
    courier: { id: '30', name: HUGO.name },
    collect: { due: 4590, payments: [], difference: null },
  }),
);
const DELIVERED = [anOrder({ id: '6', code: 'D-6', state: 'entregada', closedAt: '2026-11-20T15:00:00.000Z' })];
const SETTINGS = someSettings();

let gateway: ReturnType<typeof fakeGateway>;
let writes = 0;
/** Requests that change something. Presence and claims are only shown to colleagues, and a suggestion only reads. */
const writesSoFar = () =>
  gateway.sent.filter(
    ({ method, path }) => method !== 'GET' && path !== '/api/presence' && !/\/(?:rank|suggest|waiting)$/.test(path),
  ).length;

beforeEach(() => {
  returnFocusOfDialogs();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  gateway = fakeGateway();
  const all = [...PENDING, ...EN_ROUTE, ...DELIVERED];
  const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0]));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(orderOperations['orders.list'], () => ({ orders: all, next: null }));
  gateway.on(orderOperations['orders.counts'], ({ query }) => ({ total: query['hasta'] ? 0 : all.length, flags }));
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(orderOperations['orders.read'], ({ path }) => ({
    order: all.find(({ id }) => path.endsWith(`/${id}`)) ?? PENDING[0],
    courierNote: null,
    notes: [],
    shares: [],
    timeline: [],
  }));
  gateway.on(courierOperations['couriers.list'], () => [HUGO]);
  gateway.on(reasonOperations['reasons.list'], () => [{ code: 'ausente', name: 'Destinatario ausente' }]);
  gateway.on(settingsOperations['settings.read'], () => SETTINGS);
  gateway.on(dayOperations['days.list'], () => ({ day: '2026-11-20', couriers: [] }));
  gateway.on(reviewOperations['reviews.list'], () => ({ pending: 1, reviews: [aReview('1')], next: null }));
  gateway.on(reviewOperations['visits.list'], () => []);
  gateway.on(evidenceOperations['evidence.list'], () => []);
  gateway.on(placeOperations['places.waiting'], () => ({ streets: [aStreet()], total: 2 }));
  gateway.on(viewOperations['views.list'], () => [VIEW]);
  gateway.on(suggestionOperations['assignments.rank'], () => ({
    day: '2026-11-25',
    couriers: [],
    distances: { source: 'direct' as const, hasFallenBack: false },
  }));
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => suggested(body as Suggest, PENDING));
  gateway.on(assignmentOperations['assignments.assign'], ({ body }) => ({
    batch: 'b',
    at: new Date().toISOString(),
    undoUntil: new Date(Date.now() + 30_000).toISOString(),
    outcomes: (body as { orders: { id: string; version: number }[] }).orders.map(({ id, version }) => ({
      ok: true,
      id,
      code: `D-${id}`,
      version: version + 1,
      changed: true,
    })),
    warnings: [],
  }));
  markIn(aView({ permissionsList: [{ module: 'U01' }, { module: 'T02' }] }));
});

/** The desk, with a button for each window. */
function Desk({ dialog }: { dialog?: Dialog | undefined }) {
  const { orders, isPending } = useOrders();
  const { open } = useOrderWindow();
  const { add } = useSelection();
  const openDialog = useOpenDialog();
  const { run } = useActions();
  // As in the desk, which has read the reasons before a window opens.
  useNames('LIMA');
  if (isPending) return null;
  const acts = {
    'open the window': () => dialog && openDialog(dialog),
    'assign first': () => void run(assignIntent(PENDING.slice(0, 1), { id: '30', name: HUGO.name })),
    'select two': () => add(orders.slice(1, 3)),
    'open the order': () => open({ kind: 'detail', id: '2' }),
    'edit the order': () => open({ kind: 'edit', id: '2' }),
    'open the delivered order': () => open({ kind: 'detail', id: '6' }),
  };
  return (
    <>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
      <OrdersGrid columns={['codigo']} isCard={false} />
      <SelectionBar>
        <SelectionActions />
      </SelectionBar>
      <OrderSidePanel Actions={OrderActions} />
    </>
  );
}

/** Opens the desk with an action that could be undone. */
async function openDesk({
  dialog,
  beside,
  path = '/assing',
}: { dialog?: Dialog | undefined; beside?: ReactNode; path?: string } = {}) {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <DeskActions>
          <OrdersTools />
          <Desk dialog={dialog} />
          {beside}
        </DeskActions>
      </OrdersListState>
    </OrdersState>,
    { path },
  );
  const press = async (name: string | RegExp) => shown.user.click(await screen.findByRole('button', { name }));
  if (!beside && path === '/assing') {
    await press('assign first');
    await screen.findByRole('button', { name: /^Deshacer/ });
    await press('select two');
  }
  return { ...shown, press };
}

const titles = () => [...document.querySelectorAll('dialog h2, aside h2')].map(({ textContent }) => textContent);
const fieldsOf = (place: Element) =>
  [...place.querySelectorAll<HTMLInputElement>(FIRST_FIELD)].map(
    (field) => [field, field.value, field.checked] as const,
  );

/** Types the sentence and expects that only the focused field changed. @returns the field. */
async function typeSentence(user: Awaited<ReturnType<typeof openDesk>>['user'], place: Element) {
  const focused = document.activeElement;
  const before = { titles: titles(), fields: fieldsOf(document.body) };
  writes = writesSoFar();
  await user.keyboard(SENTENCE);
  expect(writesSoFar()).toBe(writes);
  expect(titles()).toEqual(before.titles);
  expect(document.activeElement).toBe(focused);
  expect(place.contains(focused)).toBe(true);
  for (const [field, value, checked] of before.fields)
    if (field !== focused) expect([field.value, field.checked]).toEqual([value, checked]);
  return focused;
}

/** Closes a window, which may ask first, and expects the focus at the button that opened it. */
async function closeWindow(user: Awaited<ReturnType<typeof openDesk>>['user'], window: Element, opener: RegExp) {
  const [close] = within(window as HTMLElement).getAllByRole('button', {
    name: /^(?:Cerrar la ventana|Seguir conectado|Ahora no|Después)$/,
  });
  await user.click(close ?? expect.fail('no button closes it'));
  await waitFor(async () => {
    if (!window.isConnected) return;
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(window.isConnected).toBe(false);
  });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: opener }));
}

describe.each(Object.values(WINDOWS).flat())('$file', ({ dialog }) => {
  it(`keeps a typed sentence in its first field, and returns the focus: ${dialog.kind}`, async () => {
    const { user, press } = await openDesk({ dialog });
    await press('open the window');
    const window = await screen.findByRole('dialog', { name: (name) => name !== 'Abriendo…' });
    // The grid of «Entregada» is a table of its own, in which letters are the means of payment.
    const isGrid = dialog.kind === 'close' && dialog.to === 'entregada' && dialog.orders.length > 1;
    const first = isGrid ? '[data-stop]' : FIRST_FIELD;
    await waitFor(() => {
      expect(window.querySelector('[aria-busy="true"]')).toBeNull();
      expect(document.activeElement).toBe(window.querySelector(first) ?? window);
    });
    const field = await typeSentence(user, window);
    if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text'))
      expect(field.value).toContain(SENTENCE.slice(0, 5));
    await closeWindow(user, window, /^open the window$/);
  });
});

describe.each(Object.entries(OTHERS))('%s', (_, open) => {
  it('keeps a typed sentence in its first field, and returns the focus', async () => {
    const { user, press } = await openDesk({ beside: <Opener>{open}</Opener> });
    await press('open the other window');
    const window = await waitFor(() => document.querySelector('dialog') ?? expect.fail('no window'));
    await waitFor(() => {
      expect(window.querySelector('[aria-busy="true"]')).toBeNull();
    });
    if (window.querySelector(FIRST_FIELD)) expect(document.activeElement).toBe(window.querySelector(FIRST_FIELD));
    // A window about the session may be answered with a space, which changes no data.
    if (!(document.activeElement instanceof HTMLButtonElement)) await typeSentence(user, window);
    expect(window.isConnected).toBe(true);
    await closeWindow(user, window, /^open the other window$/);
  });
});

it('covers every window', () => {
  const files = Object.keys(import.meta.glob('../../**/*Window.tsx')).map((path) => /(\w+)\.tsx$/.exec(path)?.[1]);
  const covered = [
    ...Object.values(WINDOWS).flatMap((rows) => rows.map(({ file }) => file)),
    ...Object.keys(OTHERS),
    'CertificateWindow',
  ];
  // The frame of all of them and the place of one that still loads, tested by each; windows of other features have tests
  // that type into them.
  const elsewhere = [
    'Window',
    'FormWindow',
    'OpeningWindow',
    'ShareWindow',
    'ShareDayWindow',
    'AttentionWindow',
    'HandoverWindow',
    'PastOrdersWindow',
    'RemovePhotoWindow',
    'UploadWindow',
    'ClientWindow',
    'MergeWindow',
    'NotesWindow',
    'OfficeWindow',
    'LeaveWindow',
    'FactorWindow',
    'ProofWindow',
    ...covered,
  ];
  expect(files.filter((file) => !elsewhere.includes(file ?? ''))).toEqual([]);
});

it('ignores a typed sentence in the certificate and in the order behind it', async () => {
  const { user, press, router } = await openDesk();
  await press('open the delivered order');
  await press('Constancia');
  const window = await screen.findByRole('dialog', { name: 'Constancia para el cliente' });
  await screen.findByRole('article');
  expect(await typeSentence(user, window)).toBe(window);
  expect(new URLSearchParams(router.state.location.search).get('constancia')).toBe('6');
});

describe('the closing of a route', () => {
  it('takes letters as results and sends nothing', async () => {
    const { user } = await openDesk({ path: '/assing?cierre=30' });
    const grid = await screen.findByRole('grid', { name: 'Paradas de Hugo Paredes' });
    await waitFor(() => {
      expect(grid.contains(document.activeElement)).toBe(true);
    });
    const section = screen.getByRole('region', { name: 'Cerrar la ruta de Hugo Paredes' });
    writes = writesSoFar();
    await user.keyboard(SENTENCE);
    expect(writesSoFar()).toBe(writes);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(section.contains(document.activeElement)).toBe(true);
  });

  it('keeps a typed sentence in the field of an amount', async () => {
    const { user } = await openDesk({ path: '/assing?cierre=30' });
    const grid = await screen.findByRole('grid', { name: 'Paradas de Hugo Paredes' });
    await waitFor(() => {
      expect(grid.contains(document.activeElement)).toBe(true);
    });
    await user.keyboard('em');
    const others = () =>
      screen
        .getAllByRole('row')
        .slice(2)
        .map((each) => each.getAttribute('aria-label'));
    const before = others();
    expect(await typeSentence(user, grid)).toHaveProperty('value', SENTENCE);
    expect(others()).toEqual(before);
  });
});

const panel = () => screen.getByRole('complementary');

describe('the panel', () => {
  it('keeps a typed sentence in a new order', async () => {
    const { user } = await openDesk();
    await user.keyboard('n');
    const form = await screen.findByRole('form', { name: 'Datos de la orden' });
    expect(await typeSentence(user, form)).toHaveProperty('value', SENTENCE);
    expect(document.activeElement).toBe(screen.getByLabelText('Destinatario'));
  });

  it('keeps a typed sentence in an edited order, and returns to «Editar»', async () => {
    const { user, press } = await openDesk();
    await press('edit the order');
    const form = await screen.findByRole('form', { name: 'Datos de la orden' });
    expect(await typeSentence(user, form)).toHaveProperty('value', `Elena Rojas${SENTENCE}`);
    await user.clear(screen.getByLabelText('Destinatario'));
    await user.type(screen.getByLabelText('Destinatario'), 'Elena Rojas');
    await press('Cancelar');
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar' }));
    });
  });

  it('keeps a typed sentence in a note, also while another order is shown, and returns to its button', async () => {
    const { user, press } = await openDesk();
    await press('open the order');
    await press('Escribir nota');
    const form = screen.getByRole('textbox', { name: 'Texto de la nota' }).closest('form') ?? document.body;
    expect(await typeSentence(user, form)).toHaveProperty('value', SENTENCE);
    await press('Orden siguiente (J)');
    await screen.findByRole('complementary', { name: 'Orden D-3' });
    expect(screen.queryByRole('textbox', { name: 'Texto de la nota' })).toBeNull();
    await press('Orden anterior (K)');
    await screen.findByRole('complementary', { name: 'Orden D-2' });
    expect(screen.getByRole('textbox', { name: 'Texto de la nota' })).toHaveProperty('value', SENTENCE);
    await user.click(within(form.isConnected ? form : panel()).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Escribir nota' }));
    });
  });

  it('returns the focus to where it was', async () => {
    const { user } = await openDesk();
    for (const from of ['[data-order-id="3"]', '[aria-label="Órdenes seleccionadas"] button']) {
      const element = document.querySelector<HTMLElement>(from);
      element?.focus();
      await user.keyboard('n');
      await screen.findByRole('form', { name: 'Datos de la orden' });
      await user.keyboard('{Escape}');
      await waitFor(() => {
        expect(document.activeElement).toBe(element);
      });
    }
  });
});

it('shows the receipt of a change in the window that opens after it', async () => {
  const { press } = await openDesk({ dialog: { kind: 'days' } });
  await press('open the window');
  const window = await screen.findByRole('dialog', { name: 'Cierre del día' });
  expect(await within(window).findByRole('region', { name: 'Constancia del cambio' })).toBeTruthy();
  expect(screen.getAllByRole('region', { name: 'Constancia del cambio' })).toHaveLength(1);
});

describe('keys that change data', () => {
  const letters = ['a', 's', 'r', 'c', 'u', 'd'];

  it.each(['the page', 'a heading', 'a button'])('have no effect on %s', async (where) => {
    const { user, press } = await openDesk();
    await press('open the order');
    const heading = await screen.findByRole('heading', { name: 'D-2' });
    if (where === 'the page') (document.activeElement as HTMLElement).blur();
    else if (where === 'a button') screen.getByRole('button', { name: 'select two' }).focus();
    else heading.focus();
    writes = writesSoFar();
    for (const letter of letters) await user.keyboard(letter);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(writesSoFar()).toBe(writes);
  });

  it.each([
    ['a', 'Asignar 2 órdenes'],
    ['s', 'Reparto sugerido de 2 órdenes'],
    ['r', 'Reprogramar: 2 órdenes'],
    ['c', 'Cerrar ruta'],
    ['d', '¿Duplicar D-2?'],
  ])('work in the table and in the bar of the selection: %s', async (letter, title) => {
    for (const where of ['[data-order-id="2"]', '[aria-label="Órdenes seleccionadas"] button']) {
      const { user, press, unmount } = await openDesk();
      if (letter === 'd') await press('open the order');
      await screen.findAllByRole('row');
      document.querySelector<HTMLElement>(where)?.focus();
      await user.keyboard(letter);
      expect(await screen.findByText(title)).toBeTruthy();
      if (letter === 'd') await press('Cancelar');
      unmount();
    }
  });
});
