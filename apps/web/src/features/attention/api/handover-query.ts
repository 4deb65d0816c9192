import { type Handover, handoverOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';
import { attentionKey } from './attention-query.ts';

/** Below the key of «Por atender», whose event also reports notes. */
export const handoverKey = (officeId: string) => [...attentionKey(officeId), 'handover'] as const;

export const handoverQuery = (officeId: string) =>
  queryOptions({
    queryKey: handoverKey(officeId),
    queryFn: (context): Promise<Handover> =>
      call(handoverOperations['handover.read'], { query: { officeId }, ...reading(context) }),
  });
