import { officeOperations } from '@despacho/contracts';
import {
  assignmentOperations,
  courierOperations,
  courierRecordOperations,
  dayOperations,
  ORDER_FLAG_CODES,
  orderOperations,
  reasonOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
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

const LOAD = { day: '2026-11-25', today: '2026-11-25' };
/** Able to carry everything, at any hour. */
const ABLE = { zones: [], capacityOrders: 50, shift: { from: '00:00', to: '23:59' } };
const HUGO = aCourier({ ...ABLE, id: '30', name: 'Hugo Paredes', load: { orders: 2, weightGrams: 0 } });
const ROSA = aCourier({ ...ABLE, id: '31', name: 'Rosa Huanca', load: { orders: 0, weightGrams: 0 } });
const PENDING = ['1', '2'].map((id) => anOrder({ id, code: `D-${id}` }));
const EN_ROUTE = ['4', '5'].map((id) =>
  anOrder({ id, code: `D-${id}`, state: 'en_ruta', courier: { id: '30', name: HUGO.name }, collect: null }),
);
const ASSIGNED = [anOrder({ id: '3', code: 'D-3', state: 'asignada', courier: { id: '30', name: HUGO.name } })];
const FAILED = [anOrder({ id: '6', code: 'D-6', state: 'no_entregada', closedAt: '2026-11-20T15:00:00.000Z' })];
const ALL = [...PENDING, ...ASSIGNED, ...EN_ROUTE, ...FAILED];

type User = ReturnType<typeof renderInApp>['user'];
type Press = (name: string | RegExp) => Promise<void>;

interface Row {
  /** The source file that runs the action. */
  file: string;
  act: string;
  dialog?: Dialog;
  /** Orders to select first. */
  selected?: readonly string[];
  /** Path of the page that does it. */
  path?: string;
  does: (press: Press, user: User) => Promise<unknown>;
}

const chooses =
  (name: string) =>
  async (_: Press, user: User): Promise<void> =>
    user.click(await screen.findByRole('option', { name: new RegExp(name) }));

/** Each window that closes with a receipt, and each act with undo. */
const ROWS: readonly Row[] = [
  { file: 'AssignWindow', act: 'assign', dialog: { kind: 'assign', orders: PENDING }, does: chooses('Rosa') },
  {
    file: 'PlanForm',
    act: 'apply a plan',
    dialog: { kind: 'suggest', orders: PENDING },
    does: (press) => press(/^Asignar 2/),
  },
  {
    file: 'PlanForm',
    act: 'split a load',
    dialog: { kind: 'split', from: HUGO, load: LOAD },
    does: (press) => press('Pasar 2 órdenes'),
  },
  {
    file: 'PlanForm',
    act: 'send a courier home',
    dialog: { kind: 'leave', from: HUGO },
    does: (press) => press('Marcar ausente y pasar 2 órdenes'),
  },
  {
    file: 'MoveLoadWindow',
    act: 'move a load',
    dialog: { kind: 'move', from: HUGO, load: LOAD },
    does: chooses('Rosa'),
  },
  {
    file: 'DayWindow',
    act: 'reschedule',
    dialog: { kind: 'reschedule', orders: PENDING },
    does: (press) => press(/^Reprogramar al/),
  },
  {
    file: 'DayWindow',
    act: 'visit again',
    dialog: { kind: 'visit', orders: FAILED },
    does: (press) => press(/^Nueva visita el/),
  },
  {
    file: 'CancelWindow',
    act: 'cancel',
    dialog: { kind: 'cancel', orders: PENDING },
    does: async (press, user) => {
      await user.type(screen.getByRole('textbox', { name: 'Por qué' }), 'Repetida');
      await press('Anular 2 órdenes');
    },
  },
  {
    file: 'CloseWindow',
    act: 'close as not delivered',
    dialog: { kind: 'close', to: 'no_entregada', orders: EN_ROUTE },
    does: async (press, user) => {
      await user.click(await screen.findByRole('radio', { name: 'Destinatario ausente' }));
      await press(/^Marcar 2 como no entregadas/);
    },
  },
  {
    file: 'CloseManyWindow',
    act: 'close as delivered',
    dialog: { kind: 'close', to: 'entregada', orders: EN_ROUTE },
    does: (press) => press(/^Marcar 2 como entregadas/),
  },
  {
    file: 'CorrectWindow',
    act: 'correct',
    dialog: { kind: 'correct', orders: FAILED },
    does: async (press, user) => {
      for (const radio of screen.getAllByRole('radio').slice(0, 1)) await user.click(radio);
      await user.type(screen.getByRole('textbox', { name: 'Qué estaba mal' }), 'Otra');
      await press('Corregir');
    },
  },
  {
    file: 'use-state-moves',
    act: 'set out',
    selected: ['3'],
    does: async (press, user) => {
      await press('Cambiar estado');
      await user.click(await screen.findByRole('menuitem', { name: 'Sale a ruta' }));
    },
  },
  {
    file: 'use-assign-by-drag',
    act: 'assign from the courier',
    selected: ['1'],
    does: async (press, user) => {
      await press('Acciones de Rosa Huanca');
      await user.click(await screen.findByRole('menuitem', { name: 'Asignarle 1 orden' }));
    },
  },
  {
    file: 'StopsList',
    act: 'reorder stops',
    does: async (press, user) => {
      await press(/^Hugo Paredes/);
      (await screen.findByRole('button', { name: /^Parada 1, D-4/ })).focus();
      await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
      await press('Guardar el orden');
    },
  },
  {
    file: 'RouteClosing',
    act: 'close a route',
    path: '/assing?cierre=30',
    does: async (press, user) => {
      const grid = await screen.findByRole('grid', { name: 'Paradas de Hugo Paredes' });
      await waitFor(() => {
        expect(grid.contains(document.activeElement)).toBe(true);
      });
      await user.keyboard('d{Control>}{Enter}{/Control}');
      await screen.findByRole('dialog', { name: 'Cierre del día' });
      await press('Cerrar la ventana');
    },
  },
];

const rowOf = (act: string): Row => ROWS.find((row) => row.act === act) ?? expect.fail(act);

/** Files that run an action otherwise. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Receipt: 'repeats an action from its receipt',
  UndoButton: 'is the undo',
  'use-undo-last': 'is the undo',
  DeskDialog: 'has nothing to undo before its window closes',
};

let gateway: ReturnType<typeof fakeGateway>;
const sentUndo = () => gateway.sentTo(assignmentOperations['assignments.undo']).map(({ body }) => body);
const sentAttendance = () =>
  gateway.sentTo(courierRecordOperations['couriers.attend']).map(({ body }) => body as { absent: []; present: [] });

beforeEach(() => {
  // As browsers do: a closed dialog returns the focus to where it was.
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
  };
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
  gateway.on(assignmentOperations['assignments.suggest'], () => ({
    parts: [
      {
        courierId: '31',
        name: ROSA.name,
        day: LOAD.day,
        orders: PENDING.map(({ id }) => ({ id, version: 1 })),
        warnings: [],
      },
    ],
    unplaced: [],
  }));
  const ids = Object.keys(assignmentOperations) as (keyof typeof assignmentOperations)[];
  for (const id of ids.filter((each) => each !== 'assignments.suggest'))
    gateway.on(assignmentOperations[id], ({ body }) => ({
      batch: '6f1c3c5e-0d3f-4b0e-9d2e-0a4b8a3f4c11',
      at: new Date().toISOString(),
      undoUntil: id === 'assignments.undo' ? null : new Date(Date.now() + 30_000).toISOString(),
      outcomes: ((body as { orders?: typeof PENDING }).orders ?? []).map((order) => ({
        ok: true,
        id: order.id,
        code: `D-${order.id}`,
        version: 9,
        changed: true,
      })),
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
  const press: Press = async (name) => shown.user.click(await screen.findByRole('button', { name }));
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
  expect(gateway.sentTo(assignmentOperations['assignments.assign']).map(({ body }) => body)).toEqual([
    { courierId: '31', orders: EN_ROUTE.map(({ id, version }) => ({ id, version })) },
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
    .filter(([, text]) => /\bvoid (?:actions\.)?run\(/.test(text))
    .map(([path]) => /([\w-]+)\.tsx?$/.exec(path)?.[1] ?? path);
  const known = new Set([...ROWS.map(({ file }) => file), ...Object.keys(ELSEWHERE)]);
  expect(running.filter((file) => !known.has(file))).toEqual([]);
  expect([...known].filter((file) => !running.includes(file))).toEqual([]);
});
