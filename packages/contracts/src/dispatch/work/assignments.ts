import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, CLOSINGS_BODY, DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { closeBody, correctBody } from '../orders/closings.ts';
import { allDiffer, byId, day, inOffice, rowId, version, whyText } from '../platform/fields.ts';
import { REACHED_BY_STATE } from '../orders/order-states.ts';
import { orderRefs, receipt } from './receipts.ts';
import { MAX_ORDERS } from '../platform/words.ts';

const moveLoadBody = z
  .strictObject({
    from: rowId,
    to: rowId,
    /** The day of the load; today by default, including orders left from earlier days. */
    day: z.optional(day),
  })
  .check(z.refine(({ from, to }) => from !== to, 'Seleccione otro repartidor'));

export type MoveLoad = z.infer<typeof moveLoadBody>;

const changeStateBody = z
  .strictObject({
    to: z.enum(REACHED_BY_STATE),
    /** The day of the new visit; by default the order's own, today at the earliest. */
    date: z.optional(day),
    /** Of «En ruta»: the day of the route if it is tomorrow's, as in `field.start`. */
    day: z.optional(day),
    orders: orderRefs,
  })
  .check(
    z.refine(({ to, date }) => to === 'pendiente' || date === undefined, 'Solo una nueva visita lleva fecha'),
    z.refine(({ to, day: of }) => to === 'en_ruta' || of === undefined, 'Solo «En ruta» lleva el día de la ruta'),
  );

export type ChangeState = z.infer<typeof changeStateBody>;

const routeBody = z
  .strictObject({
    day: z.optional(day),
    /** The whole route in its order: every order that the courier carries on the day, and those that are new. */
    stops: z
      .array(
        z.strictObject({
          id: rowId,
          version,
          /** Pins or unpins it; by default it stays as it is. */
          pinned: z.optional(z.boolean()),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(MAX_ORDERS),
        allDiffer<{ id: string }>('Hay órdenes repetidas', ({ id }) => id),
      ),
    /** Orders of the load that another request of the same plan takes: they are left as they are. */
    leaving: z.optional(z.array(rowId).check(z.maxLength(MAX_ORDERS))),
  })
  .check(
    z.refine(
      ({ stops, leaving = [] }) => !stops.some(({ id }) => leaving.includes(id)),
      'Una orden se queda o se va, no ambas',
    ),
  );

export type PlanRoute = z.infer<typeof routeBody>;

const BULK = { query: inOffice, response: receipt } as const;

const BULK_POLICY = { ...DISPATCH, repeatable: true, bodyBytes: BULK_BODY, answerBytes: LIST_ANSWER } as const;

/** Bulk changes of orders. Each requires an Idempotency-Key and reports the result per order. */
export const assignmentOperations = {
  'assignments.assign': operation('POST', '/api/assignments', {
    ...BULK,
    summary: 'Asigna o reasigna hasta 1000 órdenes a un repartidor',
    policy: BULK_POLICY,
    /** `date`: the orders are moved to this day, because the courier's own is confirmed. */
    body: z.strictObject({ courierId: rowId, date: z.optional(day), orders: orderRefs }),
  }),
  'assignments.unassign': operation('POST', '/api/assignments/unassign', {
    ...BULK,
    summary: 'Devuelve órdenes asignadas a pendientes',
    policy: BULK_POLICY,
    body: z.strictObject({ orders: orderRefs }),
  }),
  'assignments.moveLoad': operation('POST', '/api/assignments/move-load', {
    ...BULK,
    summary: 'Pasa la carga de un día de un repartidor a otro, en el mismo orden',
    policy: BULK_POLICY,
    body: moveLoadBody,
  }),
  'assignments.changeState': operation('POST', '/api/assignments/state', {
    ...BULK,
    summary: 'Cambia el estado de hasta 1000 órdenes',
    policy: BULK_POLICY,
    body: changeStateBody,
  }),
  'assignments.reschedule': operation('POST', '/api/assignments/reschedule', {
    ...BULK,
    summary: 'Pasa hasta 1000 órdenes abiertas a otro día, con su repartidor y su horario',
    policy: BULK_POLICY,
    body: z.strictObject({ date: day, orders: orderRefs }),
  }),
  'assignments.close': operation('POST', '/api/assignments/close', {
    ...BULK,
    summary: 'Cierra la visita de hasta 1000 órdenes, cada una con su motivo o su cobro',
    policy: { ...BULK_POLICY, bodyBytes: CLOSINGS_BODY },
    body: closeBody,
  }),
  'assignments.cancel': operation('POST', '/api/assignments/cancel', {
    ...BULK,
    summary: 'Anula órdenes (cargo S)',
    policy: { ...BULK_POLICY, charge: 'S' },
    body: z.strictObject({ why: whyText, orders: orderRefs }),
  }),
  'assignments.correct': operation('POST', '/api/assignments/correct', {
    ...BULK,
    summary: 'Corrige un cierre equivocado (cargo S)',
    policy: { ...BULK_POLICY, charge: 'S', bodyBytes: CLOSINGS_BODY },
    body: correctBody,
  }),
  'assignments.undo': operation('POST', '/api/assignments/undo', {
    ...BULK,
    summary: 'Deshace un cambio propio de hace menos de 30 segundos',
    policy: BULK_POLICY,
    body: z.strictObject({ batch: z.uuid() }),
  }),
  'assignments.reorder': operation('PUT', '/api/couriers/:id/stops', {
    ...BULK,
    summary: 'Ordena las paradas de un repartidor: todas las de un día, en su orden nuevo',
    policy: BULK_POLICY,
    params: byId,
    /** `pinned`: ids of those whose place is fixed, the others are not; without it, all stay as they are. */
    body: z.strictObject({
      day: z.optional(day),
      orders: orderRefs,
      pinned: z.optional(z.array(rowId).check(z.maxLength(MAX_ORDERS), allDiffer('Hay paradas repetidas'))),
    }),
  }),
  'assignments.route': operation('PUT', '/api/couriers/:id/route', {
    ...BULK,
    summary: 'Acepta la ruta propuesta de un repartidor: le asigna lo nuevo, ordena sus paradas y las fija',
    policy: { ...BULK_POLICY, bodyBytes: CLOSINGS_BODY },
    params: byId,
    body: routeBody,
  }),
};
