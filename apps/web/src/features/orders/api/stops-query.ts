import { LOADED_STATES, type Order, orderOperations, PAGE } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { type Background } from '../../../shared/http/background.ts';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';
import { inRouteOrder } from '../rules/in-route-order.ts';

/** More than any courier carries. Beyond it, the query fails instead of silently returning part of the route. */
const MAX_PAGES = 10;

interface Mode {
  signal: AbortSignal;
  background: Background | undefined;
}

async function readStops(officeId: string, courierId: string, mode: Mode): Promise<readonly Order[]> {
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
    queryFn: ({ client, queryKey, signal }) =>
      readStops(officeId, courierId, { signal, background: refreshing(client, queryKey) }),
  });
