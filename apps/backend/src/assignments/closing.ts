import { type CollectionMeans, type OrderChange, type OrderState } from '@despacho/contracts/dispatch';
import { type DispatchRow } from '../orders/order-row.ts';
import { type Decision, type Patch } from './change-orders.ts';

export interface Closing {
  to: Exclude<OrderState, 'asignada' | 'anulada'>;
  reason?: string | undefined;
  means?: CollectionMeans | undefined;
  collected?: number | undefined;
}

const UNCOLLECTED = { collected: null, means: null } as const satisfies Patch;

/** Delivered: the full amount due was collected unless the closing states another. */
function deliver(row: DispatchRow, { means, collected }: Closing): Patch | 'collection_missing' {
  if (row.collect_due === null) return { state: 'entregada', reason: null, ...UNCOLLECTED };
  if (means === undefined) return 'collection_missing';
  return { state: 'entregada', reason: null, means, collected: collected ?? row.collect_due };
}

/** @returns the fields that a new state sets. The caller checks whether the transition is allowed. */
function arrive(row: DispatchRow, closing: Closing): Patch | 'collection_missing' {
  const { to: state, reason } = closing;
  switch (state) {
    case 'entregada':
      return deliver(row, closing);
    case 'no_entregada':
      return { state, reason: reason ?? null, ...UNCOLLECTED };
    case 'pendiente':
      return { state, reason: null, courierId: null, sequence: null };
    case 'en_ruta':
      return { state, reason: null, ...UNCOLLECTED };
    case 'en_devolucion':
    case 'devuelta':
      return { state };
  }
}

/** @returns the decision for an order that enters a state; `what` is the kind of change in its event. */
export function decideClosing(row: DispatchRow, closing: Closing, what: OrderChange): Decision {
  const patch = arrive(row, closing);
  return typeof patch === 'string' ? patch : { what, patch };
}
