import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { type Dialog } from '#features/dispatch-desk/state/dialogs.ts';
import { type OrdersCommand } from '#features/dispatch-desk/state/desk-command.ts';
import ClientsImportWindow from '#features/imports/ClientsImportWindow.tsx';
import { MissedWindow } from '#features/dispatch-desk/components/MissedWindow.tsx';
import ChangePasswordWindow from '#features/session/components/ChangePasswordWindow.tsx';
import PasswordLinkWindow from '#features/session/components/PasswordLinkWindow.tsx';
import { SessionEndWindow } from '#features/session/components/SessionEndWindow.tsx';
import { ReplaceViewWindow } from '#features/views/components/ReplaceViewWindow.tsx';
import { SaveViewWindow } from '#features/views/components/SaveViewWindow.tsx';
import { ViewsWindow } from '#features/views/components/ViewsWindow.tsx';
import { useViews, type Views } from '#features/views/state/use-views.ts';
import { type SavedView } from '@despacho/contracts/dispatch';
import { aCourier } from './a-courier.ts';
import { anOrder } from './an-order.ts';
import { type renderInApp } from './render.tsx';

/*
 * The table of keys: each window of the desk and of other screens, each act with undo, and what the desk needs for them.
 * `typed-sentence.test.tsx` types into every window and closes it, `undo-keys.test.tsx` does and undoes every act. Lists in
 * which a person is chosen are in `lists-of-people.test.tsx`.
 */

const LOAD = { day: '2026-11-25', today: '2026-11-25' };
/** Can carry everything, at any hour. */
const ABLE = { zones: [], capacityOrders: 50, shift: { from: '00:00', to: '23:59' } };
export const HUGO = aCourier({ ...ABLE, id: '30', name: 'Hugo Paredes', load: { orders: 2, weightGrams: 0 } });
export const ROSA = aCourier({ ...ABLE, id: '31', name: 'Rosa Huanca', load: { orders: 0, weightGrams: 0 } });
export const PENDING = ['1', '2'].map((id) => anOrder({ id, code: `D-${id}` }));
export const EN_ROUTE = ['4', '5'].map((id) =>
  anOrder({ id, code: `D-${id}`, state: 'en_ruta', courier: { id: '30', name: HUGO.name }, collect: null }),
);
export const ASSIGNED = [anOrder({ id: '3', code: 'D-3', state: 'asignada', courier: { id: '30', name: HUGO.name } })];
export const FAILED = [anOrder({ id: '6', code: 'D-6', state: 'no_entregada', closedAt: '2026-11-20T15:00:00.000Z' })];
const TO_COLLECT = EN_ROUTE.map((order) => ({ ...order, collect: { due: 4590, payments: [], difference: null } }));

type User = ReturnType<typeof renderInApp>['user'];
type Press = (name: string | RegExp) => Promise<void>;

/** An act that can be undone. */
export interface Act {
  act: string;
  /** The source file that runs it, where that is not the window's. */
  runs?: string;
  /** Orders to select first. */
  selected?: readonly string[];
  /** Path of the page that does it. */
  path?: string;
  does: (press: Press, user: User) => Promise<unknown>;
}

/** A window of the desk, with the file it is in, and what it does. */
export interface WindowRow {
  file: string;
  dialog: Dialog;
  act?: Act;
}

const chooses =
  (name: string): Act['does'] =>
  async (_, user) =>
    user.click(await screen.findByRole('option', { name: new RegExp(name) }));

const presses =
  (name: string | RegExp): Act['does'] =>
  (press) =>
    press(name);

/** The windows of the desk. A new kind does not compile without a row. */
export const WINDOWS: Record<Dialog['kind'], readonly WindowRow[]> = {
  assign: [
    {
      file: 'AssignWindow',
      dialog: { kind: 'assign', orders: PENDING },
      act: { act: 'assign', does: chooses('Rosa') },
    },
  ],
  suggest: [
    {
      file: 'SuggestWindow',
      dialog: { kind: 'suggest', orders: PENDING },
      act: { act: 'apply a plan', runs: 'PlanForm', does: presses(/^Asignar 2/) },
    },
  ],
  sort: [
    {
      file: 'SortWindow',
      dialog: { kind: 'sort', courier: HUGO, load: LOAD },
      act: { act: 'accept a route', does: presses('Aceptar el orden') },
    },
  ],
  reschedule: [
    {
      file: 'DayWindow',
      dialog: { kind: 'reschedule', orders: PENDING },
      act: { act: 'reschedule', does: presses(/^Reprogramar al/) },
    },
  ],
  visit: [
    {
      file: 'DayWindow',
      dialog: { kind: 'visit', orders: FAILED },
      act: { act: 'visit again', does: presses(/^Nueva visita el/) },
    },
  ],
  cancel: [
    {
      file: 'CancelWindow',
      dialog: { kind: 'cancel', orders: PENDING },
      act: {
        act: 'cancel',
        does: async (press, user) => {
          await user.type(screen.getByRole('textbox', { name: 'Por qué' }), 'Repetida');
          await press('Anular 2 órdenes');
        },
      },
    },
  ],
  correct: [
    {
      file: 'CloseWindow',
      dialog: { kind: 'correct', orders: FAILED },
      act: {
        act: 'correct',
        does: async (press, user) => {
          for (const radio of screen.getAllByRole('radio').slice(0, 1)) await user.click(radio);
          await user.type(screen.getByRole('textbox', { name: 'Qué estaba mal' }), 'Otra');
          await press('Corregir');
        },
      },
    },
  ],
  close: [
    {
      file: 'CloseWindow',
      dialog: { kind: 'close', to: 'no_entregada', orders: EN_ROUTE },
      act: {
        act: 'close as not delivered',
        does: async (press, user) => {
          await user.click(await screen.findByRole('radio', { name: 'Destinatario ausente' }));
          await press(/^Marcar 2 como no entregadas/);
        },
      },
    },
    { file: 'CloseWindow', dialog: { kind: 'close', to: 'entregada', orders: TO_COLLECT.slice(0, 1) } },
    {
      file: 'CloseWindow',
      dialog: { kind: 'close', to: 'entregada', orders: EN_ROUTE },
      act: { act: 'close as delivered', does: presses(/^Marcar 2 como entregadas/) },
    },
    { file: 'CloseWindow', dialog: { kind: 'close', to: 'entregada', orders: TO_COLLECT } },
  ],
  move: [
    {
      file: 'MoveLoadWindow',
      dialog: { kind: 'move', from: HUGO, load: LOAD },
      act: { act: 'move a load', does: chooses('Rosa') },
    },
  ],
  split: [
    {
      file: 'SplitLoadWindow',
      dialog: { kind: 'split', from: HUGO, load: LOAD },
      act: { act: 'split a load', runs: 'PlanForm', does: presses('Pasar 2 órdenes') },
    },
  ],
  leave: [
    {
      file: 'SplitLoadWindow',
      dialog: { kind: 'leave', from: HUGO },
      act: { act: 'send a courier home', runs: 'PlanForm', does: presses('Marcar ausente y pasar 2 órdenes') },
    },
  ],
  couriers: [
    { file: 'CouriersManager', dialog: { kind: 'couriers' } },
    { file: 'CouriersManager', dialog: { kind: 'couriers', editedId: '30' } },
  ],
  days: [{ file: 'DaysWindow', dialog: { kind: 'days' } }],
  route: [{ file: 'CourierWindow', dialog: { kind: 'route' } }],
  reviews: [{ file: 'ReviewsWindow', dialog: { kind: 'reviews' } }],
  // Its acts leave it open.
  waiting: [{ file: 'LocateWindow', dialog: { kind: 'waiting' } }],
  reasons: [{ file: 'ReasonsWindow', dialog: { kind: 'reasons' } }],
  settings: [{ file: 'SettingsWindow', dialog: { kind: 'settings' } }],
  history: [{ file: 'HistoryWindow', dialog: { kind: 'history' } }],
  keys: [{ file: 'KeysWindow', dialog: { kind: 'keys', place: 'table' } }],
  import: [{ file: 'ImportWindow', dialog: { kind: 'import' } }],
  export: [{ file: 'ExportWindow', dialog: { kind: 'export' } }],
};

/** Acts with undo outside of the windows, by the source file that runs them. */
export const ACTS: Readonly<Record<string, Act>> = {
  'use-state-moves': {
    act: 'set out',
    selected: ['3'],
    does: async (press, user) => {
      await press('Cambiar estado');
      await user.click(await screen.findByRole('menuitem', { name: 'Sale a ruta' }));
    },
  },
  'use-assign-by-drag': {
    act: 'assign from the courier',
    selected: ['1'],
    does: async (press, user) => {
      await press('Acciones de Rosa Huanca');
      await user.click(await screen.findByRole('menuitem', { name: 'Asignarle 1 orden' }));
    },
  },
  StopsList: {
    act: 'reorder stops',
    does: async (press, user) => {
      await press(/^Hugo Paredes/);
      (await screen.findByRole('button', { name: /^Parada 1, D-4/ })).focus();
      await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
      await press('Guardar el orden');
    },
  },
  RouteClosing: {
    act: 'close a route',
    path: '/assing?cierre=30',
    does: async (press, user) => {
      const grid = await screen.findByRole('grid', { name: 'Paradas de Hugo Paredes' });
      await waitFor(() => {
        if (!grid.contains(document.activeElement)) throw new Error('The focus is not in the grid');
      });
      await user.keyboard('d{Control>}{Enter}{/Control}');
      await screen.findByRole('dialog', { name: 'Cierre del día' });
      await press('Cerrar la ventana');
    },
  },
};

/** The result of Ctrl+K for selected orders: the title of a window, or null for an act without one. */
export const BOX: Record<OrdersCommand, { selected: readonly string[]; typed: string; title: string | RegExp | null }> =
  {
    assign: { selected: ['1', '2'], typed: 'asignar', title: 'Asignar 2 órdenes' },
    suggest: { selected: ['1', '2'], typed: 'plan', title: 'Reparto sugerido de 2 órdenes' },
    otherDay: { selected: ['1'], typed: 'reprog', title: /^Reprogramar/ },
    en_ruta: { selected: ['3'], typed: 'en ruta', title: null },
    entregada: { selected: ['4', '5'], typed: 'entregada', title: null },
    no_entregada: { selected: ['4'], typed: 'no entregada', title: /no entregada/i },
    unassign: { selected: ['3'], typed: 'quitar el', title: null },
    correct: { selected: ['6'], typed: 'corregir', title: /^Corregir/ },
    cancel: { selected: ['1'], typed: 'anular', title: /anular/i },
  };

export const VIEW: SavedView = {
  id: '3',
  version: 1,
  name: 'Cobros',
  filter: {},
  sort: null,
  by: { username: 'ana.torres', user: 'Ana Torres' },
  authorLeft: false,
  createdAt: '2026-11-20T15:00:00.000Z',
  changedAt: '2026-11-20T15:00:00.000Z',
  mayEdit: true,
};

function WithViews({ children }: { children: (views: Views) => ReactNode }) {
  return children(useViews());
}

/** Windows that open elsewhere. */
export const OTHERS: Readonly<Record<string, (onClose: () => void) => ReactNode>> = {
  SaveViewWindow: (onClose) => <WithViews>{(views) => <SaveViewWindow views={views} onClose={onClose} />}</WithViews>,
  ViewsWindow: (onClose) => <WithViews>{(views) => <ViewsWindow views={views} onClose={onClose} />}</WithViews>,
  ReplaceViewWindow: (onClose) => (
    <WithViews>{(views) => <ReplaceViewWindow views={views} view={VIEW} onClose={onClose} />}</WithViews>
  ),
  ClientsImportWindow: (onClose) => <ClientsImportWindow officeId="LIMA" onClose={onClose} />,
  ChangePasswordWindow: (onClose) => <ChangePasswordWindow onChanged={onClose} onClose={onClose} />,
  PasswordLinkWindow: (onClose) => (
    <PasswordLinkWindow officeId="LIMA" person={{ id: '7', name: 'Luz Díaz' }} onClose={onClose} />
  ),
  MissedWindow: (onClose) => <MissedWindow events={[]} lead="Mientras estuvo fuera" onClose={onClose} />,
  SessionEndWindow: (onClose) => (
    <SessionEndWindow near={{ cause: 'absolute', at: 0, leftMs: 60_000 }} onSignIn={onClose} onLater={onClose} />
  ),
};

/** A button that opens a window, which closes itself. */
export function Opener({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open the other window
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** As browsers do: a closed dialog returns the focus to where it was. */
export function returnFocusOfDialogs(): void {
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
}
