import { LOADED_STATES, type Order, PAGE, REACHED_BY_CLOSE } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { type QueryContext, reading } from '#shared/queries/reading.ts';
import { inRouteOrder } from '../rules/in-route-order.ts';
import { readPages } from './orders-queries.ts';

/** More than any courier carries. Beyond it, the query fails instead of silently returning part of the route. */
const MAX_STOPS = 10 * PAGE.most;

/** A day of a load, and today: stops left from earlier days are carried today. */
export interface LoadDay {
  day: string;
  today: string;
}

async function readStops(
  officeId: string,
  courierId: string,
  { day, today }: LoadDay,
  context: QueryContext,
): Promise<readonly Order[]> {
  const days = day > today ? { desde: day, hasta: day } : { hasta: day };
  const query = { officeId, repartidor: courierId, estado: LOADED_STATES.join(','), ...days };
  const { orders, hasMore } = await readPages(query, MAX_STOPS, reading(context));
  if (hasMore) throw new Error(`The route of courier ${courierId} has more stops than can be shown`);
  return inRouteOrder(orders);
}

/** Query key prefix of an office's routes, nested under its dispatch key. */
export const stopsKey = (officeId: string) => ['dispatch', officeId, 'stops'] as const;

/** A courier's load of a day, in route order. */
export const stopsQuery = (officeId: string, courierId: string, load: LoadDay) =>
  queryOptions({
    queryKey: [...stopsKey(officeId), courierId, load.day],
    queryFn: (context) => readStops(officeId, courierId, load, context),
  });

/** The stops that a courier has visited, of the orders of a day, in the order of the visits. */
export const doneStopsQuery = (officeId: string, courierId: string, day: string) =>
  queryOptions({
    queryKey: [...stopsKey(officeId), courierId, day, 'done'],
    queryFn: async (context): Promise<readonly Order[]> => {
      const query = { officeId, repartidor: courierId, estado: REACHED_BY_CLOSE.join(','), desde: day, hasta: day };
      const { orders } = await readPages(query, MAX_STOPS, reading(context));
      return orders.toSorted((one, other) => (one.closedAt ?? '').localeCompare(other.closedAt ?? ''));
    },
  });
