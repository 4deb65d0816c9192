import { orderOperations, type Sender } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { compareNames } from '../../../shared/fields/compare-names.ts';
import { call } from '../../../shared/http/call.ts';
import { knownAnswers } from '../../../shared/queries/known-answers.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';
import { ordersKeys } from './orders-keys.ts';

const byName = (senders: readonly Sender[]): readonly Sender[] =>
  senders.toSorted((one, other) => compareNames(one.name, other.name));

/** The clients with orders in an office, by name. New ones are rare, so the list stays fresh for a minute. */
export const sendersQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.senders(officeId),
    queryFn: ({ client, queryKey, signal }): Promise<readonly Sender[]> =>
      call(orderOperations['orders.clients'], {
        query: { officeId },
        signal,
        background: refreshing(client, queryKey),
        known: knownAnswers(client),
      }),
    select: byName,
    staleTime: 60_000,
  });
