import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { announce } from '#shared/hooks/announce.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { useHasFirstRows } from '#shared/state/first-rows.ts';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { focusRow } from '#features/orders/focus-table.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useOrderWindow, useSelection } from '#features/orders/state/use-orders-state.ts';
import { OpeningWindow } from './components/OpeningWindow.tsx';
import {
  DeskCommands,
  DeskDialog,
  DeskUndo,
  loadWindows,
  ReceiptCard,
  RouteClosing,
  RouteSheet,
} from './lazy-windows.ts';
import { type KeysPlace } from './rules/keys.ts';
import {
  opensCouriers,
  readCourierView,
  readLocated,
  readReviewed,
  writeCourierView,
  writeLocated,
  writeReviewed,
} from '#features/orders/rules/courier-view.ts';
import { assignableCount } from './rules/state-moves.ts';
import { dayDialog, type Dialog, DialogContext } from './state/dialogs.ts';
import { type UseActions, useActions } from './state/use-actions.ts';

/** Keyboard shortcuts of the section, disabled while a dialog is open. */
function useKeys(hasActions: boolean, idle: boolean, place: KeysPlace, open: (dialog: Dialog) => void): void {
  const { orders } = useSelection();
  const { window: panel } = useOrderWindow();
  const load = useDeskDay();
  const opens = (dialog: Dialog) => () => open(dialog);
  const key = (name: string): string | undefined => (idle ? name : undefined);
  const useChange = (name: string | undefined, handler: () => void): void =>
    useShortcut(name, handler, { changesData: true });
  useChange(key('a'), () => {
    if (assignableCount(orders) > 0) open({ kind: 'assign', orders });
    else announce('Seleccione primero las órdenes que quiere asignar');
  });
  useChange(key('s'), () => {
    if (orders.some(({ state }) => state === 'pendiente')) open({ kind: 'suggest', orders });
    else announce('Seleccione primero órdenes pendientes');
  });
  // Without a selection, the key is that of an open order.
  useChange(orders.length > 0 || panel?.kind !== 'detail' ? key('r') : undefined, () => {
    const days = dayDialog(orders);
    if (days) open(days);
    else announce('Seleccione primero las órdenes que quiere reprogramar');
  });
  useChange(key('o'), opens({ kind: 'sort', courier: null, load }));
  useChange(key('c'), opens({ kind: 'route' }));
  useShortcut(key('h'), opens({ kind: 'history' }));
  useShortcut(key('?'), opens({ kind: 'keys', place }));
  // With an action, <DeskUndo> has the key.
  useChange(hasActions ? undefined : key('u'), () => announce('No hay nada que deshacer'));
}

/** Focuses the table when a window or view closes whose opener no longer exists. */
function useReturnToTable(isBusy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy)
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRow();
      });
    wasBusy.current = isBusy;
  }, [isBusy]);
}

/**
 * Esc closes one thing: what is open above the page handles it first (dialog, menu, the focused panel), then the panel,
 * the receipt and the selection, in this order.
 */
function useEscape(actions: UseActions, isCovered: boolean): void {
  const { window: panel, close } = useOrderWindow();
  const { ids, clear } = useSelection();
  const steps = [
    !isCovered && panel !== null && close,
    actions.all.some(({ id }) => id === actions.shownId) && (() => actions.show(null)),
    !isCovered && ids.size > 0 && clear,
  ];
  const step = steps.find((each) => each !== false);
  useShortcut(step && 'Escape', () => step?.());
}

/** Loads the windows once the rows are shown, so that they open immediately. @returns whether the rows are shown. */
function useWindowsAfterRows(): boolean {
  const hasRows = useHasFirstRows();
  useEffect(() => {
    // A failure shows when a window is opened, which loads them again.
    if (hasRows) loadWindows().catch(() => undefined);
  }, [hasRows]);
  return hasRows;
}

interface Props {
  /** Beside the table, the receipt stays beside the panes on the right. */
  place?: KeysPlace;
  children: ReactNode;
}

/** Dialogs, keyboard shortcuts and receipts for actions on orders and couriers; provides them to the panes inside. */
export function DeskActions({ place = 'table', children }: Props) {
  const actions = useActions();
  const hasActions = actions.all.length > 0;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [params, setParams] = useSearchParams();
  const sheet = readCourierView('sheet', params);
  const closing = readCourierView('closing', params);
  const reviewed = readReviewed(params);
  const located = readLocated(params);
  const record = readCourierView('record', params);
  const isCovered = sheet !== null || closing !== null;
  // A window that was opened in the page comes before the one of its URL.
  const hasCouriers = opensCouriers(params);
  const linked: Dialog | null =
    record === null ? (hasCouriers ? { kind: 'couriers' } : null) : { kind: 'couriers', editedId: record };
  const asked: Dialog | null = located === null ? linked : { kind: 'waiting', orderId: located };
  const shown: Dialog | null = dialog ?? (reviewed === null ? asked : { kind: 'reviews', orderId: reviewed });
  const leaveView = (): void => {
    setParams((now) => writeCourierView('closing', null, now));
  };
  useEscape(actions, isCovered);
  const isIdle = shown === null && !isCovered;
  useKeys(hasActions, isIdle, place, setDialog);
  useReturnToTable(!isIdle);
  const hasRows = useWindowsAfterRows();
  const close = (): void => {
    setDialog(null);
    if (reviewed !== null) setParams((now) => writeReviewed(null, now));
    else if (located !== null) setParams((now) => writeLocated(null, now));
    else if (record !== null || hasCouriers) leaveView();
  };
  return (
    <DialogContext value={setDialog}>
      {!isCovered && children}
      {isCovered && (
        <Suspense fallback={<Skeletons label="Abriendo" count={6} height={44} />}>
          {sheet !== null && <RouteSheet courierId={sheet} onBack={leaveView} />}
          {closing !== null && (
            <RouteClosing
              key={closing}
              courierId={closing}
              onBack={leaveView}
              onDone={() => {
                leaveView();
                setDialog({ kind: 'days', courierId: closing });
              }}
            />
          )}
        </Suspense>
      )}
      {shown?.kind !== 'days' && shown?.kind !== 'waiting' && actions.shownId !== null && (
        <Suspense>
          <ReceiptCard hasSide={place === 'table'} />
        </Suspense>
      )}
      {hasRows && !isCovered && (
        <Suspense>
          <DeskCommands place={place} />
        </Suspense>
      )}
      {hasActions && (
        <Suspense>
          <DeskUndo isIdle={isIdle} />
        </Suspense>
      )}
      {shown && (
        <Suspense fallback={<OpeningWindow onClose={close} />}>
          <DeskDialog
            dialog={shown}
            onCloseRoute={(courierId) => setParams((now) => writeCourierView('closing', courierId, now))}
            onClose={close}
          />
        </Suspense>
      )}
    </DialogContext>
  );
}
