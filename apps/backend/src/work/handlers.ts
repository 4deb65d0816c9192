import { mayUse } from '@despacho/contracts';
import { CLIENT_COLUMNS, IMPORT_COLUMNS } from '@despacho/contracts/dispatch';
import { toCourier } from '#fleet/couriers/courier-row.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { editOrder } from '#orders/order/edit-order.ts';
import { byNumber, type Handlers, withKey } from '#platform/call.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { acceptRoute } from './assignments/accept-route.ts';
import { assignOrders } from './assignments/assign-orders.ts';
import { cancelOrders } from './assignments/cancel-orders.ts';
import { changeState } from './assignments/change-state.ts';
import { closeOrders } from './assignments/close-orders.ts';
import { correctClosing } from './assignments/correct-closing.ts';
import { moveLoad } from './assignments/move-load.ts';
import { reorderStops } from './assignments/reorder-stops.ts';
import { rescheduleOrders } from './assignments/reschedule-orders.ts';
import { retireWithLoad } from './assignments/retire-with-load.ts';
import { unassignOrders } from './assignments/unassign-orders.ts';
import { undoBatch } from './assignments/undo-batch.ts';
import { mergeClients, previewMerge } from './clients/merge-clients.ts';
import { requireOpenDay } from './days/confirmed-payments.ts';
import { listDays } from './days/list-days.ts';
import { closedFor } from './days/working-days.ts';
import { answerClients } from './imports/answer-clients.ts';
import { brokenLines } from './imports/broken-lines.ts';
import { commitClientImport, previewClientImport } from './imports/clients/import-clients.ts';
import { commitImport } from './imports/commit-import.ts';
import { importCouriers, previewCouriers } from './imports/couriers/import-couriers.ts';
import { fixImportLines } from './imports/fix-lines.ts';
import { importTemplate } from './imports/import-template.ts';
import { previewPeople } from './imports/people/preview-people.ts';
import { previewImport } from './imports/preview-import.ts';
import { couriersAboveLimit, heldCash } from './money/cash-limit.ts';
import { agreeMoney, receiveMoney, undoMoney, verifyPayments } from './money/change-money.ts';
import { confirmDay, reopenDay } from './money/confirm-day.ts';
import { exportMoney } from './money/export-money.ts';
import { listRepeatedNumbers } from './money/operation-numbers.ts';
import { readMoneyDay, readMoneyOfCourier } from './money/read-money.ts';
import { rankCouriers } from './routes/rank-couriers.ts';
import { inRankTurn } from './routes/routes-in-thread.ts';
import { suggestRoutes } from './routes/suggest-routes.ts';
import { type WorkServices } from './services.ts';

/** The operations of this group. */
export const WORK_HANDLERS = {
  'orders.edit': (services, dispatcher, { params, body }) =>
    editOrder(services, dispatcher, Number(params.id), body, requireOpenDay),
  'couriers.list': async ({ db, clock }, dispatcher, { modules, query }) => {
    const today = officeDay(clock(), dispatcher);
    const cash = new Map(
      (await couriersAboveLimit(db, dispatcher, today)).map((each) => [each.courierId, each.amount]),
    );
    const held = await heldCash(db, dispatcher, today);
    /** @returns the amount; null without D05. */
    const seen = (amounts: ReadonlyMap<number, number>, id: number) =>
      mayUse(['D05'], modules) ? (amounts.get(id) ?? 0) : null;
    const day = query.dia ?? today;
    const couriers = await listCouriersOf(db, dispatcher, { day, today });
    const ids = couriers.flatMap(({ id, state }) => (state === 'retirado' ? [] : [id]));
    const closed = await closedFor(db, dispatcher, ids, { day, now: clock() });
    return couriers.map((row) => ({
      ...toCourier(row),
      ...(closed.has(row.id) && { closed: true as const }),
      ...(cash.has(row.id) && { cash: seen(cash, row.id) }),
      ...(held.has(row.id) && { held: seen(held, row.id) }),
    }));
  },
  'clients.mergePreview': (services, dispatcher, { params, query }) =>
    previewMerge(services, dispatcher, params.id, query.from),
  'clients.merge': (services, dispatcher, { key, params, body }) =>
    mergeClients(services, dispatcher, key, params.id, body),
  'clients.importPreview': (services, dispatcher, { query, file, signal }) =>
    previewClientImport(services, dispatcher, { ...query, bytes: file }, signal),
  'clients.importCommit': (services, dispatcher, { key, params, body }) =>
    commitClientImport(services, dispatcher, key, { id: Number(params.id), ...body }),
  'clients.importTemplate': () =>
    Promise.resolve(importTemplate('plantilla-clientes.xlsx', 'Clientes', CLIENT_COLUMNS)),
  'couriers.retire': (services, dispatcher, { params, body, modules }) =>
    retireWithLoad(services, dispatcher, { id: Number(params.id), ...body }, mayUse(['D05'], modules)),
  'couriers.preview': (services, dispatcher, { query, file, modules, signal }) =>
    previewCouriers(services, dispatcher, modules, { ...query, bytes: file }, signal),
  'couriers.import': (services, dispatcher, { key, modules, body }) =>
    importCouriers(services, dispatcher, key, modules, body),
  'assignments.assign': withKey(assignOrders),
  'assignments.unassign': (services, dispatcher, { key, body }) =>
    unassignOrders(services, dispatcher, key, body.orders),
  'assignments.moveLoad': withKey(moveLoad),
  'assignments.changeState': withKey(changeState),
  'assignments.reschedule': withKey(rescheduleOrders),
  'assignments.close': withKey(closeOrders),
  'assignments.cancel': withKey(cancelOrders),
  'assignments.correct': withKey(correctClosing),
  'assignments.undo': (services, dispatcher, { key, body }) => undoBatch(services, dispatcher, key, body.batch),
  'assignments.suggest': (services, dispatcher, { body, signal }) => suggestRoutes(services, dispatcher, body, signal),
  'assignments.rank': (services, dispatcher, { body, signal }) =>
    inRankTurn(dispatcher, signal, () => rankCouriers(services, dispatcher, body, signal)),
  'assignments.reorder': (services, dispatcher, { key, params, body }) =>
    reorderStops(services, dispatcher, key, { courierId: params.id, ...body }),
  'assignments.route': (services, dispatcher, { key, params, body }) =>
    acceptRoute(services, dispatcher, key, { courierId: params.id, ...body }),
  'days.list': (services, dispatcher, { query }) => listDays(services, dispatcher, query.day),
  'days.confirm': withKey(confirmDay),
  'days.reopen': withKey(reopenDay),
  'money.day': (services, dispatcher, { query }) => readMoneyDay(services, dispatcher, query.day),
  'money.courier': (services, dispatcher, { query }) =>
    readMoneyOfCourier(services, dispatcher, { courierId: Number(query.courierId), day: query.day }),
  'money.receive': withKey(receiveMoney),
  'money.verify': withKey(verifyPayments),
  'money.undo': withKey(undoMoney),
  'money.repeated': (services, dispatcher) => listRepeatedNumbers(services, dispatcher),
  'money.agree': withKey(agreeMoney),
  'money.export': (services, dispatcher, { query }) =>
    exportMoney(services, dispatcher, { day: query.day, format: query.formato }),
  'people.preview': (services, dispatcher, { query, file, signal }) =>
    previewPeople(services, dispatcher, { ...query, bytes: file }, signal),
  'imports.preview': (services, dispatcher, { query, file, signal }) =>
    previewImport(services, dispatcher, { ...query, bytes: file }, signal),
  'imports.commit': (services, dispatcher, { key, params, body }) =>
    commitImport(services, dispatcher, key, {
      id: Number(params.id),
      orders: body.orders,
      include: body.include ?? [],
      takeOut: body.takeOut ?? [],
    }),
  'imports.fix': (services, dispatcher, { params, body, signal }) =>
    fixImportLines(services, dispatcher, Number(params.id), body, signal),
  'imports.clients': byNumber(answerClients),
  'imports.broken': byNumber(brokenLines),
  'imports.template': () => Promise.resolve(importTemplate('plantilla-ordenes.xlsx', 'Órdenes', IMPORT_COLUMNS)),
} satisfies Partial<Handlers<WorkServices>>;
