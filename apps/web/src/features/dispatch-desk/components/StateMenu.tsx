import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import {
  type ChangeState,
  type Closing,
  type Order,
  ORDER_STATES,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { Menu, type MenuItem } from '#shared/ui/Menu/Menu.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useSession } from '#features/session/state/session.ts';
import { absentQuestion } from '../rules/absent-question.ts';
import { closeIntent, stateIntent, unassignIntent } from '../rules/intents.ts';
import { movesOf } from '../rules/state-moves.ts';
import { useOpenDialog } from '../state/dialogs.ts';
import { useActions } from '../state/use-actions.ts';

/** Below this size the bar's buttons share one row. */
const NARROW = '(width < 40em), (height < 31.25em)';

const LABELS: Partial<Record<OrderState, string>> = {
  en_ruta: 'Sale a ruta',
  pendiente: 'Nueva visita…',
};

/**
 * Menu of state changes: next states, back, cancel, correct. Shows how many of the selected orders each applies to.
 */
export function StateMenu({ orders }: { orders: readonly Order[] }) {
  const open = useOpenDialog();
  const { run } = useActions();
  const { charge } = useSession();
  const { officeId } = useDispatchOffice();
  const narrow = useMediaQuery(NARROW);
  const total = orders.length;
  const labelled = (label: string, count: number): string =>
    total === 1 ? label : `${label} (${formatNumber(count)} de ${formatNumber(total)})`;

  const couriers = useQuery(courierNamesQuery(officeId)).data;
  /** Asks first if an absent courier would be sent out. */
  const changeState = async (to: ChangeState['to']): Promise<void> => {
    const question = to === 'en_ruta' ? absentQuestion(orders, couriers ?? []) : undefined;
    if (!question || (await confirm(question))) void run(stateIntent(orders, { to }));
  };

  const along = movesOf(orders, 'state').map(({ to, count }): MenuItem => ({
    label: labelled(LABELS[to] ?? ORDER_STATES[to], count),
    onSelect: () => {
      if (to === 'pendiente') open({ kind: 'visit', orders });
      else void changeState(to as ChangeState['to']);
    },
  }));
  const closings = movesOf(orders, 'close').map((move): MenuItem => {
    const to = move.to as Closing['to'];
    const asks = to === 'no_entregada' || orders.some(({ collect }) => collect !== null);
    return {
      label: labelled(`${ORDER_STATES[to]}${asks ? '…' : ''}`, move.count),
      onSelect: () => {
        if (asks) open({ kind: 'close', to, orders });
        else void run(closeIntent(orders, () => ({ to })));
      },
    };
  });
  const back = movesOf(orders, 'unassign').map(({ count }): MenuItem => ({
    label: labelled('Quitar el repartidor', count),
    onSelect: () => void run(unassignIntent(orders)),
  }));
  const supervised = (['correct', 'cancel'] as const).flatMap((kind): MenuItem[] => {
    const count = orders.filter(({ state }) => movesOf([{ state }], kind).length > 0).length;
    if (charge !== CHARGE_ALL_OFFICES || count === 0) return [];
    return [
      {
        label: labelled(kind === 'correct' ? 'Corregir…' : 'Anular…', count),
        danger: kind === 'cancel',
        onSelect: () => open({ kind, orders }),
      },
    ];
  });
  const items = [...along, ...closings, ...back, ...supervised];
  if (items.length === 0) return null;
  return (
    <Menu
      compact={narrow}
      outlined
      label="Cambiar estado"
      icon={<ListChecks size={18} aria-hidden="true" />}
      items={items}
    />
  );
}
