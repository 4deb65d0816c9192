import { orderOperations, type Sender } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { compareNames } from '#shared/fields/compare-names.ts';
import { call } from '#shared/http/call.ts';
import { readingChanges } from '#shared/queries/reading.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';

const byName = (senders: readonly Sender[]): readonly Sender[] =>
  senders.toSorted((one, other) => compareNames(one.name, other.name));

/** The clients with orders in an office, by name. New ones are rare, so the list stays fresh for a minute. */
export const sendersQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.senders(officeId),
    queryFn: (context): Promise<readonly Sender[]> =>
      call(orderOperations['orders.clients'], { query: { officeId }, ...readingChanges(context) }),
    select: byName,
    staleTime: 60_000,
  });

/** @returns the name of a client to filter by, also of one that was merged into another; undefined if it is unknown. */
export function senderName(senders: readonly Sender[] | undefined, clientId: string): string | undefined {
  const sender = senders?.find(({ id }) => id === clientId);
  if (sender) return sender.name;
  const into = senders?.find(({ former }) => former?.includes(clientId));
  return into && `${into.name} (recibió al cliente del enlace)`;
}
