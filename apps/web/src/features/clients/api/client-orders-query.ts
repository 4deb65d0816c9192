import { orderOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Orders shown; the rest is a link away. */
const MAX_ORDERS = 8;

/** Refetched each minute instead of after each event: a page to look something up, not to dispatch from. */
const STEP = 60_000;

/** The newest orders of a client in an office. */
export const clientOrdersQuery = (officeId: string, clientId: string) =>
  queryOptions({
    queryKey: ['client-orders', officeId, clientId],
    queryFn: (context) =>
      call(orderOperations['orders.list'], {
        query: { officeId, cliente: clientId, limite: String(MAX_ORDERS) },
        ...reading(context),
      }),
    staleTime: STEP / 4,
    refetchInterval: STEP,
  });

/** How many orders of a client are in each state, since a day. */
export const clientFiguresQuery = (officeId: string, clientId: string, since: string) =>
  queryOptions({
    queryKey: ['client-orders', officeId, clientId, 'figures', since],
    queryFn: (context) =>
      call(orderOperations['orders.states'], {
        query: { officeId, cliente: clientId, desde: since },
        ...reading(context),
      }),
    staleTime: STEP / 4,
    refetchInterval: STEP,
  });
