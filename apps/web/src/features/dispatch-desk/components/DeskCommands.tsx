import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { announce } from '#shared/hooks/announce.ts';
import { type Command, useCommands } from '#shared/hooks/use-commands.ts';
import { orderQuery } from '#shared/queries/order-query.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { focusRow } from '#features/orders/focus-table.ts';
import { writeCourierView } from '#features/orders/rules/courier-view.ts';
import { openOrders } from '#features/orders/rules/orders-address.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import {
  useDispatchOffice,
  useOrderFilter,
  useOrderWindow,
  useSelection,
} from '#features/orders/state/use-orders-state.ts';
import { type KeysPlace } from '../rules/keys.ts';
import { assignableCount } from '../rules/state-moves.ts';
import { type DeskCommand, MOVE_COMMANDS, WINDOW_COMMANDS } from '../state/desk-command.ts';
import { dayDialog, useDialogHandler } from '../state/dialogs.ts';
import { useStateMoves } from '../state/use-state-moves.ts';
import { useUndoLast } from '../state/use-undo-last.ts';

const pleaseSelect = (): void => {
  focusRow();
  announce('Seleccione primero las órdenes');
};

const byId = <Id extends string>(ids: readonly Id[], commandOf: (id: Id) => Command): Record<Id, Command> =>
  Object.fromEntries(ids.map((id) => [id, commandOf(id)])) as Record<Id, Command>;

/** The commands of the desk and the map. */
export function DeskCommands({ place }: { place: KeysPlace }) {
  const opens = useDialogHandler();
  const selection = useSelection();
  const panel = useOrderWindow();
  const { officeId } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const load = useDeskDay();
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const { undoable, undo } = useUndoLast();
  const shownId = panel.window === null || panel.window.kind === 'new' ? undefined : panel.window.id;
  const shown = useQuery({ ...orderQuery(officeId, shownId ?? ''), enabled: shownId !== undefined }).data?.order;
  const { orders: selected } = selection;
  const orders = selected.length > 0 || shownId === undefined || !shown ? selected : [shown];
  const moves = useStateMoves(orders);

  const about =
    selected.length > 0
      ? `${orderCount(selected.length)} ${selected.length === 1 ? 'seleccionada' : 'seleccionadas'}`
      : `la orden ${shown?.code ?? ''}`;
  const onOrders = (run: (() => void) | false | undefined): Command => {
    if (orders.length === 0) return { about: 'Seleccione primero las órdenes', isReady: false, run: pleaseSelect };
    return run ? { about, run } : { about: `No se aplica a ${about}`, isReady: false, run: pleaseSelect };
  };
  const courierId = filter.couriers.is.length === 1 ? filter.couriers.is[0] : undefined;
  const onCourier = (run: (id: string) => void): Command => ({ courierId, run });
  const withCourier = async (id: string, kind: 'move' | 'leave' | 'sort'): Promise<void> => {
    // A failure is reported by its pop-up.
    const couriers = await client.query(couriersOn(officeId, load)).catch(() => []);
    const from = couriers.find((each) => each.id === id);
    if (!from) return;
    if (kind === 'leave') opens({ kind, from })();
    else if (from.load.orders === 0) announce(`${from.name} no lleva órdenes`);
    else opens(kind === 'sort' ? { kind, courier: from, load } : { kind, from, load })();
  };
  const view = (kind: 'closing' | 'sheet') =>
    onCourier((id) => setParams((params) => writeCourierView(kind, id, params)));

  useCommands(() => {
    const days = dayDialog(orders);
    const last = undoable();
    const ofOrders = (move: (typeof MOVE_COMMANDS)[number]): Command =>
      onOrders(moves.find(({ id }) => id === move)?.onSelect);
    const commands: Record<Exclude<DeskCommand, 'import' | 'export'>, Command> = {
      assign: onOrders(assignableCount(orders) > 0 && opens({ kind: 'assign', orders })),
      suggest: onOrders(orders.some(({ state }) => state === 'pendiente') && opens({ kind: 'suggest', orders })),
      otherDay: onOrders(days && opens(days)),
      ...byId(MOVE_COMMANDS, ofOrders),
      move: onCourier((id) => void withCourier(id, 'move')),
      leave: onCourier((id) => void withCourier(id, 'leave')),
      sort: onCourier((id) => void withCourier(id, 'sort')),
      closing: view('closing'),
      sheet: view('sheet'),
      record: onCourier((editedId) => opens({ kind: 'couriers', editedId })()),
      ...byId(WINDOW_COMMANDS, (kind) => ({ run: opens({ kind }) })),
      keys: { run: opens({ kind: 'keys', place }) },
      undo: { about: last?.title ?? 'No hay nada que deshacer', isReady: last !== undefined, run: undo },
      new: { run: () => panel.open({ kind: 'new' }) },
    };
    return {
      ...commands,
      // The files are those of the table.
      ...(place === 'table' && byId(['import', 'export'] as const, (kind) => ({ run: opens({ kind }) }))),
      select: { run: pleaseSelect },
      order: { run: (id) => panel.open({ kind: 'detail', id }) },
      courier: { run: (id) => setFilter(() => ({ ...openOrders(), couriers: { is: [id], not: [] } })) },
    };
  });
  return null;
}
