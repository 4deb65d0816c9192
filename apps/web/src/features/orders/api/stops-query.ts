import { LOADED_STATES, type Order, orderOperations, PAGE } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { type QueryContext, reading } from '../../../shared/queries/reading.ts';
import { inRouteOrder } from '../rules/in-route-order.ts';

/** More than any courier carries. Beyond it, the query fails instead of silently returning part of the route. */
const MAX_PAGES = 10;

async function readStops(officeId: string, courierId: string, context: QueryContext): Promise<readonly Order[]> {
  const mode = reading(context);
  const filter = { officeId, repartidor: courierId, estado: LOADED_STATES.join(','), limite: String(PAGE.most) };
  const stops: Order[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { ...filter, ...(cursor !== null && { cursor }) };
    const answer: { orders: Order[]; next: string | null } = await call(orderOperations['orders.list'], {
      query,
      ...mode,
    });
    stops.push(...answer.orders);
    cursor = answer.next;
    if (cursor === null) return inRouteOrder(stops);
  }
  throw new Error(`The route of courier ${courierId} has more stops than can be shown`);
}

/** Query key prefix of an office's routes, nested under its dispatch key. */
export const stopsKey = (officeId: string) => ['dispatch', officeId, 'stops'] as const;

/** A courier's current orders in route order. */
export const stopsQuery = (officeId: string, courierId: string) =>
  queryOptions({
    queryKey: [...stopsKey(officeId), courierId],
    queryFn: (context) => readStops(officeId, courierId, context),
  });
