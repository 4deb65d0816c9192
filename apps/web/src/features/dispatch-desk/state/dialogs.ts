import { type Closing, type Courier, type Order } from '@despacho/contracts/dispatch';
import { createContext, use } from 'react';
import { type LoadDay } from '#features/orders/api/stops-query.ts';
import { type KeysPlace } from '../rules/keys.ts';
import { reschedulable, revisitable } from '../rules/state-moves.ts';

type Named = Pick<Courier, 'id' | 'name'>;

/** The dialogs of the section, of which one is open at a time. */
export type Dialog =
  | { kind: 'assign' | 'visit' | 'reschedule' | 'cancel' | 'correct' | 'suggest'; orders: readonly Order[] }
  | { kind: 'close'; to: Closing['to']; orders: readonly Order[] }
  | { kind: 'move'; from: Courier; load: LoadDay }
  | { kind: 'split'; from: Named; load: LoadDay }
  | { kind: 'leave'; from: Named }
  /** Without a courier, the stops of all. */
  | { kind: 'sort'; courier: Named | null; load: LoadDay }
  | { kind: 'couriers'; editedId?: string }
  | { kind: 'days'; courierId?: string }
  | { kind: 'reviews' | 'waiting'; orderId?: string }
  | { kind: 'keys'; place: KeysPlace }
  | { kind: 'route' | 'reasons' | 'settings' | 'history' | 'import' | 'export' };

/** @returns the window for another day: of open orders, otherwise of the next visit of orders not delivered. */
export function dayDialog(orders: readonly Order[]): Dialog | undefined {
  if (reschedulable(orders).length > 0) return { kind: 'reschedule', orders };
  return revisitable(orders).length > 0 ? { kind: 'visit', orders } : undefined;
}

/** Props of a dialog about orders. */
export interface OrdersDialogProps {
  orders: readonly Order[];
  onClose: () => void;
}

export const DialogContext = createContext<((dialog: Dialog) => void) | null>(null);

/** @returns a function that opens a dialog. Only for use inside <DeskActions>. */
export function useOpenDialog(): (dialog: Dialog) => void {
  const open = use(DialogContext);
  if (!open) throw new Error('Asked for outside of <DeskActions>');
  return open;
}

/** @returns a function that makes an event handler that opens a dialog. */
export function useDialogHandler(): (dialog: Dialog) => () => void {
  const open = useOpenDialog();
  return (dialog) => () => open(dialog);
}
