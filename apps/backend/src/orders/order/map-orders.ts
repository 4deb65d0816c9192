import { MAP_PAGE, type OrderFilter, type OrderMap } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type OrderServices } from '../services.ts';
import { pageOf } from './list-orders.ts';
import { toOrder } from './order-row.ts';

/** Decimal places of a coordinate on the map: one metre. */
const DECIMALS = 5;

const onMap = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** @returns a page of what a map shows of the office's orders, by due time. */
export async function mapOrders(
  { db, clock }: OrderServices,
  dispatcher: Dispatcher,
  { filter, cursor }: { filter: OrderFilter; cursor: string | undefined },
): Promise<OrderMap> {
  const { rows, next } = await pageOf(db, dispatcher, { filter, sort: 'vence', size: MAP_PAGE, cursor }, clock());
  const orders = rows.map(toOrder);
  const couriers = new Map(orders.flatMap(({ courier }) => (courier ? [[courier.id, courier] as const] : [])));
  return {
    id: orders.map(({ id }) => id),
    code: orders.map(({ code }) => code),
    version: orders.map(({ version }) => version),
    state: orders.map(({ state }) => state),
    recipient: orders.map(({ recipient }) => recipient.name),
    ubigeo: orders.map(({ place }) => place.ubigeo),
    lat: orders.map(({ place }) => onMap(place.lat)),
    lng: orders.map(({ place }) => onMap(place.lng)),
    approximate: orders.map(({ place }) => place.approximate),
    date: orders.map(({ date }) => date),
    window: orders.map(({ window }) => window),
    dueAt: orders.map(({ dueAt }) => dueAt),
    weightGrams: orders.map(({ weightGrams }) => weightGrams),
    courierId: orders.map(({ courier }) => courier?.id ?? null),
    sequence: orders.map(({ sequence }) => sequence),
    couriers: [...couriers.values()],
    next,
  };
}
