import { type OrderSort, PAGE, readOrderFilter } from '@despacho/contracts/dispatch';
import { followMerged } from '#people/clients/follow-merged.ts';
import { byNumber, type Handlers, withBody, withKey } from '#platform/call.ts';
import { downloadExport } from './exports/download-export.ts';
import { prepareExport } from './exports/prepare-export.ts';
import { countByState, countOrders } from './order/count-orders.ts';
import { createOrder } from './order/create-order.ts';
import { duplicateOrder } from './order/duplicate-order.ts';
import { listOrders } from './order/list-orders.ts';
import { listSenders } from './order/list-senders.ts';
import { mapOrders } from './order/map-orders.ts';
import { writeCourierNote } from './order/write-courier-note.ts';
import { answerPlace } from './locating/answer-place.ts';
import { findPlace } from './places/find-place.ts';
import { listWaiting } from './locating/waiting-places.ts';
import { listReasonsOf } from './reasons/reasons-repository.ts';
import { replaceReasons } from './reasons/replace-reasons.ts';
import { type OrderServices } from './services.ts';
import { editView, removeView } from './views/change-view.ts';
import { createView } from './views/create-view.ts';
import { listViews } from './views/views-repository.ts';
import { readZoneHistory, readZoneUses } from './zones/read-zone.ts';

/** Newest first: new orders are the ones to dispatch. */
const USUAL_SORT: OrderSort = '-codigo';

/** The operations of this group. */
export const ORDERS_HANDLERS = {
  'orders.list': (services, dispatcher, { query }) =>
    listOrders(services, dispatcher, {
      filter: readOrderFilter(query),
      sort: query.orden ?? USUAL_SORT,
      size: query.limite === undefined ? PAGE.size : Number(query.limite),
      cursor: query.cursor,
      ids: query.ids?.split(',').map(Number),
      moment: query.aLas,
    }),
  'orders.map': (services, dispatcher, { query }) =>
    mapOrders(services, dispatcher, { filter: readOrderFilter(query), cursor: query.cursor, moment: query.aLas }),
  'orders.counts': (services, dispatcher, { query }) => countOrders(services, dispatcher, readOrderFilter(query)),
  'orders.states': (services, dispatcher, { query }) => countByState(services, dispatcher, readOrderFilter(query)),
  'orders.clients': listSenders,
  'orders.create': withKey(createOrder),
  'orders.duplicate': (services, dispatcher, { key, params, body }) =>
    duplicateOrder(services, dispatcher, key, { id: Number(params.id), date: body.date }),
  'places.find': (services, dispatcher, { body, signal }) => findPlace(services, dispatcher, body, signal),
  'places.waiting': withBody(listWaiting),
  'places.answer': withKey(answerPlace),
  'notes.write': (services, dispatcher, { params, body }) =>
    writeCourierNote(services, dispatcher, Number(params.id), body.text),
  'reasons.list': ({ db }, dispatcher) => listReasonsOf(db, dispatcher),
  'reasons.replace': (services, dispatcher, { body }) => replaceReasons(services, dispatcher, body.reasons),
  'exports.prepare': async (services, dispatcher, { body }) =>
    prepareExport(services, dispatcher, {
      ...body,
      filter: await followMerged(services.db, dispatcher.companyId, body.filter),
    }),
  'exports.download': (services, dispatcher, { query }) => downloadExport(services, dispatcher, query.ticket),
  'views.list': listViews,
  'views.create': withBody(createView),
  'views.edit': byNumber(editView),
  'views.remove': (services, dispatcher, { params, body }) =>
    removeView(services, dispatcher, Number(params.id), body.version),
  'zones.history': byNumber(readZoneHistory),
  'zones.uses': (services, dispatcher, { params, modules }) =>
    readZoneUses(services, dispatcher, Number(params.id), modules),
} satisfies Partial<Handlers<OrderServices>>;
