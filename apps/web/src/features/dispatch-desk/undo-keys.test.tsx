import { officeOperations } from '@despacho/contracts';
import {
  assignmentOperations,
  courierOperations,
  courierRecordOperations,
  dayOperations,
  ORDER_FLAG_CODES,
  orderOperations,
  reasonOperations,
  type Suggest,
  suggestionOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { suggested } from '#test/a-suggestion.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import {
  type Act,
  ACTS,
  ASSIGNED,
  EN_ROUTE,
  FAILED,
  HUGO,
  PENDING,
  returnFocusOfDialogs,
  ROSA,
  WINDOWS,
} from '#test/keys-table.tsx';
import { renderInApp } from '#test/render.tsx';
import { focusPlace } from '#shared/hooks/shortcut.ts';
import { OrdersGrid } from '#features/orders/components/OrdersGrid.tsx';
import { OrdersSearch } from '#features/orders/components/OrdersSearch.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useNames } from '#features/orders/state/use-names.ts';
import { useOrders, useSelection } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { CouriersSide } from './components/CouriersSide.tsx';
import { SelectionActions } from './components/SelectionActions.tsx';
import { DeskActions } from './DeskActions.tsx';
import { loadWindows } from './lazy-windows.ts';
import { type Dialog, useOpenDialog } from './state/dialogs.ts';

// A canvas needs a browser.
vi.mock('#shared/map/orders/OrdersMap.tsx', () => ({ OrdersMap: () => null }));

beforeAll(loadWindows);

const ALL = [...PENDING, ...ASSIGNED, ...EN_ROUTE, ...FAILED];

interface Row extends Act {
  /** The source file that runs the action. */
  file: string;
  dialog?: Dialog;
}

/** Each window that closes with a receipt, and each act with undo. */
const ROWS: readonly Row[] = [
  ...Object.values(WINDOWS)
    .flat()
    .flatMap(({ file, dialog, act }) => (act ? [{ ...act, file: act.runs ?? file, dialog }] : [])),
  ...Object.entries(ACTS).map(([file, act]) => ({ ...act, file })),
];

const rowOf = (act: string): Row => ROWS.find((row) => row.act === act) ?? expect.fail(act);

/** Files that run an action otherwise. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Receipt: 'repeats an action from its receipt',
  UndoButton: 'is the undo',
  'use-undo-last': 'is the undo',
  LocateWindow: 'stays open with the receipt: its own test undoes it',
  DeskDialog: 'has nothing to undo before its window closes',
};

let gateway: ReturnType<typeof fakeGateway>;
const sentUndo = () => gateway.sentTo(assignmentOperations['assignments.undo']).map(({ body }) => body);
const sentAttendance = () =>
  gateway.sentTo(courierRecordOperations['couriers.attend']).map(({ body }) => body as { absent: []; present: [] });

beforeEach(() => {
  returnFocusOfDialogs();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  gateway = fakeGateway();
  const flags = Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0]));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(orderOperations['orders.list'], ({ query }) => ({
    orders: query['repartidor'] === undefined ? ALL : EN_ROUTE,
    next: null,
  }));
  gateway.on(orderOperations['orders.counts'], () => ({ total: ALL.length, flags }));
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(courierOperations['couriers.list'], () => [HUGO, ROSA]);
  gateway.on(reasonOperations['reasons.list'], () => [{ code: 'ausente', name: 'Destinatario ausente' }]);
  gateway.on(dayOperations['days.list'], () => ({ day: '2026-11-20', couriers: [] }));
  gateway.on(courierRecordOperations['couriers.attend'], () => ({ changed: 1 }));
  gateway.on(suggestionOperations['assignments.rank'], () => ({
    day: '2026-11-25',
    couriers: [],
    distances: { source: 'direct' as const, hasFallenBack: false },
  }));
  gateway.on(suggestionOperations['assignments.suggest'], ({ body }) => suggested(body as Suggest, EN_ROUTE));
  const ids = Object.keys(assignmentOperations) as (keyof typeof assignmentOperations)[];
  for (const id of ids)
    gateway.on(assignmentOperations[id], ({ body }) => ({
      batch: '6f1c3c5e-0d3f-4b0e-9d2e-0a4b8a3f4c11',
      at: new Date().toISOString(),
      undoUntil: id === 'assignments.undo' ? null : new Date(Date.now() + 30_000).toISOString(),
      outcomes: ((body as { orders?: typeof PENDING }).orders ?? (body as { stops?: typeof PENDING }).stops ?? []).map(
        (order) => ({
          ok: true,
          id: order.id,
          code: `D-${order.id}`,
          version: 9,
          changed: true,
        }),
      ),
      warnings: [],
    }));
  markIn(aView({ permissionsList: [{ module: 'U01' }, { module: 'T02' }] }));
});

function Desk({ dialog, selected = [] }: { dialog: Row['dialog'] | undefined; selected: Row['selected'] | undefined }) {
  const { orders, isPending } = useOrders();
  const { add } = useSelection();
  const openDialog = useOpenDialog();
  // As in the desk, which has read the reasons before a window opens.
  useNames('LIMA');
  if (isPending) return null;
  return (
    <>
      <button type="button" onClick={() => add(orders.filter(({ id }) => selected.includes(id)))}>
        select
      </button>
      <button
        type="button"
        // The focus stays in the search, as after a shortcut.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => dialog && openDialog(dialog)}
      >
        open
      </button>
      <OrdersGrid columns={['codigo']} isCard={false} />
      <CouriersSide />
      <SelectionBar>
        <SelectionActions />
      </SelectionBar>
    </>
  );
}

const search = () => screen.getByLabelText<HTMLInputElement>('Buscar orden');
const undoButton = () => screen.findByRole('button', { name: /^Deshacer/ });
/** Whether U works: in the table, or in the bar of a selection that stays. */
const isActing = () => focusPlace(document.activeElement).acting;

/** Does what a row describes, after something was typed in the search. */
async function done({ dialog, selected, path = '/assing', does }: Row) {
  const shown = renderInApp(
    <OrdersState>
      <OrdersListState>
        <DeskActions>
          <OrdersSearch />
          <Desk dialog={dialog} selected={selected} />
        </DeskActions>
      </OrdersListState>
    </OrdersState>,
    { path },
  );
  const press: Parameters<Act['does']>[0] = async (name) =>
    shown.user.click(await screen.findByRole('button', { name }));
  if (path === '/assing') {
    if (selected) await press('select');
    await screen.findAllByRole('row');
    await shown.user.type(search(), 'x');
  }
  if (dialog) {
    await press('open');
    await screen.findByRole('dialog', { name: (name) => name !== 'Abriendo…' });
  }
  await does(press, shown.user);
  await undoButton();
  return shown;
}

it.each(ROWS)('$file: after "$act" the focus is where U works, and Ctrl+Z undoes it from the search', async (row) => {
  const { user } = await done(row);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => {
    expect(isActing()).toBe(true);
  });
  const typed = search().value;
  search().focus();
  await user.keyboard('{Control>}zz{/Control}');
  await waitFor(() => {
    expect(sentUndo()).toHaveLength(1);
  });
  // Pressed twice, it takes nothing back that was typed before the act.
  expect(search().value).toBe(typed);
});

it('leaves Ctrl+Z to a field that was edited since, and undoes with U from the table', async () => {
  const { user } = await done(rowOf('assign'));
  await waitFor(() => {
    expect(isActing()).toBe(true);
  });
  const table = document.activeElement;
  await user.type(search(), 'y{Control>}z{/Control}');
  expect(sentUndo()).toEqual([]);
  if (table instanceof HTMLElement) table.focus();
  await user.keyboard('u');
  await waitFor(() => {
    expect(sentUndo()).toHaveLength(1);
  });
});

it('undoes the absence with the orders', async () => {
  const { user } = await done(rowOf('send a courier home'));
  expect(sentAttendance()).toEqual([{ day: expect.any(String) as string, absent: ['30'], present: [] }]);
  expect(
    gateway.sentTo(assignmentOperations['assignments.route']).map(({ path, body }) => ({ path, body })),
  ).toMatchObject([
    { path: '/api/couriers/31/route', body: { stops: EN_ROUTE.map(({ id, version }) => ({ id, version })) } },
  ]);
  const receipt = screen.getByRole('region', { name: 'Constancia del cambio' });
  expect(within(receipt).getByRole('heading').textContent).toBe('Hugo Paredes se retira hoy');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => {
    expect(sentAttendance()[1]).toMatchObject({ absent: [], present: ['30'] });
  });
  expect(sentUndo()).toHaveLength(1);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull();
  });
});

it('has a row for every file that runs an action', () => {
  const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const running = Object.entries(sources)
    .filter(([, text]) => /\b(?:await|void) (?:actions\.)?run\(/.test(text))
    .map(([path]) => /([\w-]+)\.tsx?$/.exec(path)?.[1] ?? path);
  const known = new Set([...ROWS.map(({ file }) => file), ...Object.keys(ELSEWHERE)]);
  expect(running.filter((file) => !known.has(file))).toEqual([]);
  expect([...known].filter((file) => !running.includes(file))).toEqual([]);
});
