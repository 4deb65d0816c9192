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

/** Delivered: what was due has been collected, the whole of it unless told otherwise. */
function deliver(row: DispatchRow, { means, collected }: Closing): Patch | 'collection_missing' {
  if (row.collect_due === null) return { state: 'entregada', reason: null, ...UNCOLLECTED };
  if (means === undefined) return 'collection_missing';
  return { state: 'entregada', reason: null, means, collected: collected ?? row.collect_due };
}

/** @returns what an order becomes when it reaches a state. Whether it may is for the caller to judge. */
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

/** @returns the decision for an order that reaches a state, told by `what`. */
export function decideClosing(row: DispatchRow, closing: Closing, what: OrderChange): Decision {
  const patch = arrive(row, closing);
  return typeof patch === 'string' ? patch : { what, patch };
}
