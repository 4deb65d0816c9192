import { type AttentionLine, type DispatchEvent, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { type Call, type HANDLERS } from './dispatch-handlers.ts';

type Ids = readonly string[];
type OrdersIn = {
  [I in DispatchOperationId]: ((answer: Awaited<ReturnType<(typeof HANDLERS)[I]>>, call: Call<I>) => Ids) | null;
};

const idOf = ({ id }: { id: string }): string => id;
const named = (rows: readonly { order: { id: string } }[]): Ids => rows.map(({ order }) => order.id);
/** Codes and states alone are no personal data. */
const withDetails = (lines: readonly AttentionLine[]): Ids =>
  lines.flatMap(({ order }) => (order && order.client !== null ? [order.id] : []));
const orderOf = (event: object): Ids =>
  'order' in event ? [(event as Extract<DispatchEvent, { order: unknown }>).order.id] : [];

/**
 * Orders whose personal data the answer of an operation contains, counted towards a person's daily maximum; null for
 * operations without any. Exports have their own limit. A photo and a receiver each count as an order, because their
 * answers do not name one. The live stream is not counted: it sends new orders only, which a person cannot choose.
 */
export const ORDERS_IN: OrdersIn = {
  'orders.list': ({ orders }) => orders.map(idOf),
  'orders.map': ({ id }) => id,
  'orders.read': ({ order }) => [order.id],
  'orders.create': null,
  'orders.duplicate': (_, { params }) => [params.id],
  'orders.edit': ({ id }) => [id],
  'orders.counts': null,
  'orders.states': null,
  'orders.clients': null,
  'attention.list': ({ lines, closed }) => withDetails([...lines, ...closed]),
  'attention.history': ({ lines }) => withDetails(lines),
  'attention.act': (answer) => withDetails([answer]),
  'reviews.list': ({ reviews }) => named(reviews),
  'reviews.accept': ({ order }) => [order.id],
  'reviews.reject': ({ order }) => [order.id],
  'reviews.rejectAll': null,
  'visits.list': (_, { params }) => [params.id],
  'visits.receiver': (_, { params }) => [`visit ${params.id}`],
  'evidence.list': (_, { params }) => [params.id],
  'evidence.add': (_, { params }) => [params.id],
  'evidence.ask': null,
  'evidence.settle': null,
  'evidence.page': ({ photos }) => named(photos),
  'evidence.file': (_, { params }) => [`photo ${params.id}`],
  'evidence.missing': ({ orders }) => named(orders),
  'evidence.remove': null,
  'evidence.prepare': null,
  'evidence.download': null,
  // Times at a place, and neither whose nor where it is.
  'arrivals.list': null,
  'events.history': ({ events }) => events.flatMap(orderOf),
  'exports.prepare': null,
  'exports.download': null,
  'districts.list': null,
  'places.find': null,
  'guestLinks.list': null,
  'guestLinks.create': null,
  'guestLinks.revoke': null,
  'couriers.list': null,
  'couriers.retired': null,
  'couriers.create': null,
  'couriers.edit': null,
  'couriers.retire': null,
  'couriers.connect': null,
  'couriers.device': null,
  'couriers.disconnect': null,
  'couriers.track': null,
  'couriers.untrack': null,
  'assignments.assign': null,
  'assignments.unassign': null,
  'assignments.moveLoad': null,
  'assignments.changeState': null,
  'assignments.reschedule': null,
  'assignments.close': null,
  'assignments.cancel': null,
  'assignments.correct': null,
  'assignments.undo': null,
  'assignments.suggest': null,
  'assignments.reorder': null,
  'notes.write': null,
  'dashboard.today': null,
  'dashboard.punctuality': null,
  'dashboard.couriers': null,
  'dashboard.money': null,
  'dashboard.clients': null,
  'dashboard.activity': null,
  'handover.read': null,
  'handover.write': null,
  'handover.acknowledge': null,
  'days.list': null,
  'days.confirm': null,
  'days.reopen': null,
  'money.day': null,
  'money.courier': null,
  'money.receive': null,
  'money.verify': null,
  'money.undo': null,
  'money.export': null,
  'reports.clients': null,
  'reports.couriers': null,
  'reports.districts': null,
  'reports.clientsFile': null,
  'reports.couriersFile': null,
  'reports.districtsFile': null,
  'reports.sheet': null,
  'reasons.list': null,
  'reasons.replace': null,
  'imports.preview': null,
  'imports.clients': null,
  'imports.commit': null,
  'imports.fix': null,
  'imports.broken': null,
  'imports.template': null,
  'settings.read': null,
  'settings.edit': null,
  'views.list': null,
  'views.create': null,
  'views.edit': null,
  'views.remove': null,
  'presence.tell': null,
};
