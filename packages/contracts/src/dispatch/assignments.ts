import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { foldedText } from '../text.ts';
import { byId, centimos, inOffice, rowId } from './fields.ts';
import { REACHED_BY_STATE } from './order-states.ts';
import { orderRefs, receipt, warning } from './receipts.ts';
import { COLLECTION_MEANS_CODES } from './words.ts';

/** A code out of the office's catalogue. */
export const reasonCode = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/));

/**
 * What a closing needs: a reason when it was in vain; means, and the amount where it is not the one that was due, when
 * something was to be collected.
 */
const closing = {
  reason: z.optional(reasonCode),
  means: z.optional(z.enum(COLLECTION_MEANS_CODES)),
  collected: z.optional(centimos),
};

interface Closing {
  to: string;
  reason?: string | undefined;
  means?: string | undefined;
  collected?: number | undefined;
}

const needsReason = z.refine<Closing>(
  ({ to, reason }) => (to === 'no_entregada') === (reason !== undefined),
  'Solo «no entregada» lleva motivo, y siempre lo lleva',
);

const meansOnDelivery = z.refine<Closing>(
  ({ to, means, collected }) =>
    (to === 'entregada' || means === undefined) && (means !== undefined || collected === undefined),
  'Solo «entregada» lleva cobro, y con su medio de pago',
);

export const assignBody = z.strictObject({ courierId: rowId, orders: orderRefs });
export const unassignBody = z.strictObject({ orders: orderRefs });
export const moveLoadBody = z
  .strictObject({ from: rowId, to: rowId })
  .check(z.refine(({ from, to }) => from !== to, 'Elija otro repartidor'));
export const changeStateBody = z
  .strictObject({ to: z.enum(REACHED_BY_STATE), ...closing, orders: orderRefs })
  .check(needsReason, meansOnDelivery);
export const cancelBody = z.strictObject({ why: foldedText(300), orders: orderRefs });
export const correctBody = z
  .strictObject({
    to: z.enum(['entregada', 'no_entregada', 'en_ruta', 'en_devolucion', 'pendiente']),
    ...closing,
    why: foldedText(300),
    orders: orderRefs,
  })
  .check(needsReason, meansOnDelivery);
export const reorderBody = z.strictObject({ orders: orderRefs });
export const undoBody = z.strictObject({ batch: z.uuid() });
export const suggestBody = z.strictObject({ orders: orderRefs });

export type ChangeState = z.infer<typeof changeStateBody>;
export type Correct = z.infer<typeof correctBody>;

/** Why the proposal leaves an order out. */
export const UNPLACED = {
  not_pending: 'Ya no está pendiente',
  no_zone: 'Ningún repartidor atiende su distrito',
  no_shift: 'Nadie está de turno en su horario',
  no_capacity: 'No queda capacidad',
} as const;

export type UnplacedWhy = keyof typeof UNPLACED;

/** A proposal. Nothing has been written: each part is what `assignments.assign` takes. */
export const suggestion = z.object({
  parts: z.array(
    z.object({
      courierId: z.string(),
      name: z.string(),
      orders: z.array(z.object({ id: z.string(), version: z.int() })),
      warnings: z.array(warning),
    }),
  ),
  unplaced: z.array(
    z.object({ id: z.string(), why: z.enum(Object.keys(UNPLACED) as [UnplacedWhy, ...UnplacedWhy[]]) }),
  ),
});

export type Suggestion = z.infer<typeof suggestion>;

const bulk = <const P extends `/api/${string}`, B extends z.ZodMiniType>(path: P, body: B, summary: string) =>
  operation({ summary, method: 'POST', path, params: null, query: inOffice, body, response: receipt });

/** Changes of many orders at once. Each takes an Idempotency-Key and answers order by order. */
export const assignmentOperations = {
  'assignments.assign': bulk('/api/assignments', assignBody, 'Asigna o reasigna hasta 1000 órdenes a un repartidor'),
  'assignments.unassign': bulk('/api/assignments/unassign', unassignBody, 'Devuelve órdenes asignadas a pendientes'),
  'assignments.moveLoad': bulk(
    '/api/assignments/move-load',
    moveLoadBody,
    'Pasa toda la carga de un repartidor a otro, en el mismo orden',
  ),
  'assignments.changeState': bulk('/api/assignments/state', changeStateBody, 'Cambia el estado de hasta 1000 órdenes'),
  'assignments.cancel': bulk('/api/assignments/cancel', cancelBody, 'Anula órdenes (cargo S)'),
  'assignments.correct': bulk('/api/assignments/correct', correctBody, 'Corrige un cierre equivocado (cargo S)'),
  'assignments.undo': bulk('/api/assignments/undo', undoBody, 'Deshace un cambio propio de hace menos de 30 segundos'),
  'assignments.suggest': operation({
    summary: 'Propone un reparto por zona, turno, capacidad y horario, sin escribir nada',
    method: 'POST',
    path: '/api/assignments/suggest',
    params: null,
    query: inOffice,
    body: suggestBody,
    response: suggestion,
  }),
  'assignments.reorder': operation({
    summary: 'Ordena las paradas de un repartidor: todas, en su orden nuevo',
    method: 'PUT',
    path: '/api/couriers/:id/stops',
    params: byId,
    query: inOffice,
    body: reorderBody,
    response: receipt,
  }),
};
