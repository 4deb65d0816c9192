import { LOADED_STATES, type Order, PAGE } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { type QueryContext, reading } from '../../../shared/queries/reading.ts';
import { inRouteOrder } from '../rules/in-route-order.ts';
import { readPages } from './orders-queries.ts';

/** More than any courier carries. Beyond it, the query fails instead of silently returning part of the route. */
const MAX_STOPS = 10 * PAGE.most;

async function readStops(officeId: string, courierId: string, context: QueryContext): Promise<readonly Order[]> {
  const query = { officeId, repartidor: courierId, estado: LOADED_STATES.join(',') };
  const { orders, hasMore } = await readPages(query, MAX_STOPS, reading(context));
  if (hasMore) throw new Error(`The route of courier ${courierId} has more stops than can be shown`);
  return inRouteOrder(orders);
}

/** Query key prefix of an office's routes, nested under its dispatch key. */
export const stopsKey = (officeId: string) => ['dispatch', officeId, 'stops'] as const;

/** A courier's current orders in route order. */
export const stopsQuery = (officeId: string, courierId: string) =>
  queryOptions({
    queryKey: [...stopsKey(officeId), courierId],
    queryFn: (context) => readStops(officeId, courierId, context),
  });
