import {
  type ActOnAttention,
  type Attention,
  type AttentionHistory,
  type AttentionLine,
  type AttentionKind,
  attentionOperations,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Separate from the keys that events of orders invalidate: `attention.moved` does, see `followAttention`. */
export const attentionKey = (officeId: string) => ['attention', officeId] as const;

/** Lines of the Dashboard's card. */
export const CARD_LINES = 6;

/**
 * @param limit lines in the answer; 0 for the numbers alone.
 * @param kind lists each line with this cause.
 */
export const attentionQuery = (officeId: string, limit: number, kind?: AttentionKind) =>
  queryOptions({
    queryKey: [...attentionKey(officeId), 'lines', limit, kind ?? null],
    /** Lines of another kind, never of another office. */
    placeholderData: (previous: Attention | undefined, before): Attention | undefined =>
      before?.queryKey[1] === officeId ? previous : undefined,
    queryFn: (context): Promise<Attention> =>
      call(attentionOperations['attention.list'], {
        query: { officeId, limite: String(limit), ...(kind && { causa: kind }) },
        ...reading(context),
      }),
    staleTime: 60_000,
  });

export const attentionHistoryQuery = (officeId: string) =>
  infiniteQueryOptions({
    queryKey: [...attentionKey(officeId), 'history'],
    queryFn: ({ pageParam, ...context }): Promise<AttentionHistory> =>
      call(attentionOperations['attention.history'], {
        query: { officeId, ...(pageParam !== undefined && { cursor: pageParam }) },
        ...reading(context),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const actOnAttention = (
  officeId: string,
  id: string,
  body: ActOnAttention,
  key: string,
): Promise<AttentionLine> =>
  call(attentionOperations['attention.act'], { params: { id }, query: { officeId }, body, idempotencyKey: key });
