import { type CourierPhone, courierOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { couriersKey } from './couriers-query.ts';

/**
 * How often an open link is checked. That it was used is a live event; this covers a connection without live events, and
 * a link that wrong codes have voided.
 */
const CHECK_MS = 30_000;

/** Fetched again by the live event of the courier's phone. */
export const phoneKey = (officeId: string, id: string) => [...couriersKey(officeId), id, 'phone'] as const;

export const courierPhoneQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: phoneKey(officeId, id),
    queryFn: (context): Promise<CourierPhone> =>
      call(courierOperations['couriers.device'], { params: { id }, query: { officeId }, ...reading(context) }),
    refetchInterval: ({ state }) => (state.data?.linkExpiresAt ? CHECK_MS : false),
  });
