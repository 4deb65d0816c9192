import {
  type CourierTrail,
  type DayTrails,
  type OrderFilter,
  orderOperations,
  trailOperations,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { type MapOrder, mapOrdersOf } from '#features/orders/rules/map-order.ts';

/** Pages of orders that the map shows. */
const MAX_PAGES = 3;

/*
 * Each call is logged as a view of workers' personal data, so it is made once for each opening: never again in the
 * background, and forgotten when the replay is closed.
 */
const ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const;

/** The couriers of a working day. */
export const dayTrailsQuery = (officeId: string, day: string) =>
  queryOptions({
    queryKey: ['trails', officeId, day] as const,
    queryFn: (context): Promise<DayTrails> =>
      call(trailOperations['trails.day'], { query: { officeId, dia: day }, ...reading(context) }),
    ...ONCE,
  });

/** The whole trail of a courier's working day. */
export const courierTrailQuery = (officeId: string, day: string, courierId: string) =>
  queryOptions({
    queryKey: ['trails', officeId, day, courierId] as const,
    queryFn: (context): Promise<CourierTrail> =>
      call(trailOperations['trails.courier'], {
        params: { id: courierId },
        query: { officeId, dia: day },
        ...reading(context),
      }),
    ...ONCE,
  });

/**
 * The orders of a day as they were at a minute, `2026-11-25T14:05`.
 * @param chosen which of them; its days do not count.
 */
export const pastOrdersQuery = (officeId: string, day: string, minute: string, chosen: OrderFilter) =>
  queryOptions({
    queryKey: ['past-orders', officeId, day, minute, chosen] as const,
    queryFn: async (context): Promise<MapOrder[]> => {
      const filter = writeOrderFilter({ ...chosen, from: day, to: day });
      const orders: MapOrder[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const page: Parameters<typeof mapOrdersOf>[0] = await call(orderOperations['orders.map'], {
          query: { officeId, ...filter, aLas: minute, ...(cursor !== null && { cursor }) },
          // A failure leaves the states of the minute before; the map says so.
          logged: true,
          ...reading(context),
        });
        orders.push(...mapOrdersOf(page));
        cursor = page.next;
        if (cursor === null) break;
      }
      return orders;
    },
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
