import { type AttentionLine, type DispatchEvent, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { type Call } from '#platform/call.ts';
import { type HANDLERS } from './dispatch-handlers.ts';

type Ids = readonly string[];
type OrdersIn = {
  [I in DispatchOperationId]?: (answer: Awaited<ReturnType<(typeof HANDLERS)[I]>>, call: Call<I>) => Ids;
};

const idOf = ({ id }: { id: string }): string => id;
const named = (rows: readonly { order: { id: string } }[]): Ids => rows.map(({ order }) => order.id);
/** Codes and states alone are no personal data. */
const withDetails = (lines: readonly AttentionLine[]): Ids =>
  lines.flatMap(({ order }) => (order && order.client !== null ? [order.id] : []));
const orderOf = (event: object): Ids =>
  'order' in event ? [(event as Extract<DispatchEvent, { order: unknown }>).order.id] : [];

/**
 * Orders whose personal data the answer of an operation contains, counted towards a person's daily maximum. The test lists
 * the operations that need no entry although their answer names orders. Exports have their own limit. A photo and a receiver each count as an order, because their
 * answers do not name one. The live stream is not counted: it sends new orders only, which a person cannot choose.
 */
export const ORDERS_IN: OrdersIn = {
  'orders.list': ({ orders }) => orders.map(idOf),
  'orders.map': ({ id }) => id,
  'orders.read': ({ order }) => [order.id],
  'orders.duplicate': (_, { params }) => [params.id],
  'orders.edit': ({ id }) => [id],
  'places.waiting': ({ streets }) => streets.flatMap(({ addresses }) => addresses.map(({ order }) => order)),
  'attention.list': ({ lines, closed }) => withDetails([...lines, ...closed]),
  'attention.history': ({ lines }) => withDetails(lines),
  'attention.act': (answer) => withDetails([answer]),
  'reviews.list': ({ reviews }) => named(reviews),
  'reviews.accept': ({ order }) => [order.id],
  'reviews.reject': ({ order }) => [order.id],
  'visits.list': (_, { params }) => [params.id],
  'visits.receiver': (_, { params }) => [`visit ${params.id}`],
  'evidence.list': (_, { params }) => [params.id],
  'evidence.add': (_, { params }) => [params.id],
  'evidence.page': ({ photos }) => named(photos),
  'evidence.file': (_, { params }) => [`photo ${params.id}`],
  'evidence.missing': ({ orders }) => named(orders),
  'events.history': ({ events }) => events.flatMap(orderOf),
};
