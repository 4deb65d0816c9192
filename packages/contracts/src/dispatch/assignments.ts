import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { BULK_BODY, CLOSINGS_BODY, DISPATCH, LIST_ANSWER } from '../policy.ts';
import { foldedText } from '../text.ts';
import { closeBody, correctBody } from './closings.ts';
import { byId, day, inOffice, rowId } from './fields.ts';
import { REACHED_BY_STATE } from './order-states.ts';
import { orderRefs, receipt, warning } from './receipts.ts';

export const assignBody = z.strictObject({ courierId: rowId, orders: orderRefs });
export const unassignBody = z.strictObject({ orders: orderRefs });
export const moveLoadBody = z
  .strictObject({ from: rowId, to: rowId })
  .check(z.refine(({ from, to }) => from !== to, 'Elija otro repartidor'));
export const changeStateBody = z
  .strictObject({
    to: z.enum(REACHED_BY_STATE),
    /** The day of the new visit; by default the order's own, today at the earliest. */
    date: z.optional(day),
    orders: orderRefs,
  })
  .check(z.refine(({ to, date }) => to === 'pendiente' || date === undefined, 'Solo una nueva visita lleva fecha'));
export const rescheduleBody = z.strictObject({ date: day, orders: orderRefs });
export const cancelBody = z.strictObject({ why: foldedText(300), orders: orderRefs });
export const reorderBody = z.strictObject({ orders: orderRefs });
export const undoBody = z.strictObject({ batch: z.uuid() });
export const suggestBody = z.strictObject({ orders: orderRefs });

export type ChangeState = z.infer<typeof changeStateBody>;

/** Why the proposal leaves an order unassigned. */
export const UNPLACED = {
  not_pending: 'Ya no está pendiente',
  no_zone: 'Ningún repartidor atiende su distrito',
  no_shift: 'Nadie está de turno en su horario',
  no_capacity: 'No queda capacidad',
} as const;

export type UnplacedWhy = keyof typeof UNPLACED;

/** A proposal. Nothing has been written; each part can be sent to `assignments.assign`. */
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

const BULK = { method: 'POST', params: null, query: inOffice, response: receipt } as const;

const BULK_POLICY = { ...DISPATCH, repeatable: true, bodyBytes: BULK_BODY, answerBytes: LIST_ANSWER } as const;

/** Bulk changes of orders. Each requires an Idempotency-Key and reports the result per order. */
export const assignmentOperations = {
  'assignments.assign': operation({
    ...BULK,
    summary: 'Asigna o reasigna hasta 1000 órdenes a un repartidor',
    path: '/api/assignments',
    policy: BULK_POLICY,
    body: assignBody,
  }),
  'assignments.unassign': operation({
    ...BULK,
    summary: 'Devuelve órdenes asignadas a pendientes',
    path: '/api/assignments/unassign',
    policy: BULK_POLICY,
    body: unassignBody,
  }),
  'assignments.moveLoad': operation({
    ...BULK,
    summary: 'Pasa toda la carga de un repartidor a otro, en el mismo orden',
    path: '/api/assignments/move-load',
    policy: BULK_POLICY,
    body: moveLoadBody,
  }),
  'assignments.changeState': operation({
    ...BULK,
    summary: 'Cambia el estado de hasta 1000 órdenes',
    path: '/api/assignments/state',
    policy: BULK_POLICY,
    body: changeStateBody,
  }),
  'assignments.reschedule': operation({
    ...BULK,
    summary: 'Pasa hasta 1000 órdenes abiertas a otro día, con su repartidor y su horario',
    path: '/api/assignments/reschedule',
    policy: BULK_POLICY,
    body: rescheduleBody,
  }),
  'assignments.close': operation({
    ...BULK,
    summary: 'Cierra la visita de hasta 1000 órdenes, cada una con su motivo o su cobro',
    path: '/api/assignments/close',
    policy: { ...BULK_POLICY, bodyBytes: CLOSINGS_BODY },
    body: closeBody,
  }),
  'assignments.cancel': operation({
    ...BULK,
    summary: 'Anula órdenes (cargo S)',
    path: '/api/assignments/cancel',
    policy: { ...BULK_POLICY, charge: 'S' },
    body: cancelBody,
  }),
  'assignments.correct': operation({
    ...BULK,
    summary: 'Corrige un cierre equivocado (cargo S)',
    path: '/api/assignments/correct',
    policy: { ...BULK_POLICY, charge: 'S', bodyBytes: CLOSINGS_BODY },
    body: correctBody,
  }),
  'assignments.undo': operation({
    ...BULK,
    summary: 'Deshace un cambio propio de hace menos de 30 segundos',
    path: '/api/assignments/undo',
    policy: BULK_POLICY,
    body: undoBody,
  }),
  'assignments.suggest': operation({
    ...BULK,
    summary: 'Propone un reparto por zona, turno, capacidad y horario, sin escribir nada',
    path: '/api/assignments/suggest',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY, answerBytes: LIST_ANSWER },
    body: suggestBody,
    response: suggestion,
  }),
  'assignments.reorder': operation({
    ...BULK,
    summary: 'Ordena las paradas de un repartidor: todas, en su orden nuevo',
    method: 'PUT',
    path: '/api/couriers/:id/stops',
    policy: BULK_POLICY,
    params: byId,
    body: reorderBody,
  }),
};
