import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import {
  type ChangeState,
  type Closing,
  type Order,
  ORDER_STATES,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useSession } from '#features/session/state/session.ts';
import { absentQuestion } from '../rules/absent-question.ts';
import { closeIntent, stateIntent, unassignIntent } from '../rules/intents.ts';
import { movesOf } from '../rules/state-moves.ts';
import { useOpenDialog } from './dialogs.ts';
import { useActions } from './use-actions.ts';

const LABELS: Partial<Record<OrderState, string>> = {
  en_ruta: 'Sale a ruta',
  pendiente: 'Nueva visita…',
};

/** A change of state that some of the orders allow. */
interface StateMove {
  id: OrderState | 'unassign' | 'correct' | 'cancel';
  /** With the number of orders it applies to. */
  label: string;
  danger?: boolean;
  onSelect: () => void;
}

/** @returns the state changes of some orders: next states, back, cancel, correct. */
export function useStateMoves(orders: readonly Order[]): readonly StateMove[] {
  const open = useOpenDialog();
  const { run } = useActions();
  const { charge } = useSession();
  const { officeId } = useDispatchOffice();
  const total = orders.length;
  const labelled = (label: string, count: number): string =>
    total === 1 ? label : `${label} (${formatNumber(count)} de ${formatNumber(total)})`;

  const couriers = useQuery(courierNamesQuery(officeId)).data;
  /** Asks first if an absent courier would be sent out. */
  const changeState = async (to: ChangeState['to']): Promise<void> => {
    const question = to === 'en_ruta' ? absentQuestion(orders, couriers ?? []) : undefined;
    if (!question || (await confirm(question))) void run(stateIntent(orders, { to }));
  };

  const along = movesOf(orders, 'state').map(({ to, count }): StateMove => ({
    id: to,
    label: labelled(LABELS[to] ?? ORDER_STATES[to], count),
    onSelect: () => {
      if (to === 'pendiente') open({ kind: 'visit', orders });
      else void changeState(to as ChangeState['to']);
    },
  }));
  const closings = movesOf(orders, 'close').map((move): StateMove => {
    const to = move.to as Closing['to'];
    const asks = to === 'no_entregada' || orders.some(({ collect }) => collect !== null);
    return {
      id: to,
      label: labelled(`${ORDER_STATES[to]}${asks ? '…' : ''}`, move.count),
      onSelect: () => {
        if (asks) open({ kind: 'close', to, orders });
        else void run(closeIntent(orders, () => ({ to })));
      },
    };
  });
  const back = movesOf(orders, 'unassign').map(({ count }): StateMove => ({
    id: 'unassign',
    label: labelled('Quitar el repartidor', count),
    onSelect: () => void run(unassignIntent(orders)),
  }));
  const supervised = (['correct', 'cancel'] as const).flatMap((kind): StateMove[] => {
    const count = orders.filter(({ state }) => movesOf([{ state }], kind).length > 0).length;
    if (charge !== CHARGE_ALL_OFFICES || count === 0) return [];
    return [
      {
        id: kind,
        label: labelled(kind === 'correct' ? 'Corregir…' : 'Anular…', count),
        danger: kind === 'cancel',
        onSelect: () => open({ kind, orders }),
      },
    ];
  });
  return [...along, ...closings, ...back, ...supervised];
}
