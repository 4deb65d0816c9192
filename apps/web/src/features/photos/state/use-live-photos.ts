import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '#shared/live/coalesce.ts';
import { type AnyEvent, subscribeNews } from '#shared/live/live-state.ts';
import { photosKeys } from '../api/photo-queries.ts';
import { visitsKey } from '../api/visits-query.ts';

/** Refetches queries after live news about them. @param pace merges a burst of news. @returns a function to stop. */
function refetchOnNews(
  client: QueryClient,
  queryKey: QueryKey,
  pace: Parameters<typeof coalesce>[1],
  isAbout: (event: AnyEvent) => boolean,
): () => void {
  const round = coalesce(() => client.invalidateQueries({ queryKey }), pace);
  const unsubscribe = subscribeNews((news) => {
    if (news.type === 'reset' || isAbout(news.event)) round.ask();
  });
  return () => {
    unsubscribe();
    round.stop();
  };
}

/** Events that add or remove photos, or change whether the visits of photos count. */
const CHANGING: ReadonlySet<string> = new Set(['evidence.added', 'evidence.removed', 'review.added', 'review.decided']);

/** Includes whether faults of photos are still open. */
const isChanging = (event: AnyEvent): boolean =>
  CHANGING.has(event.type) || (event.type === 'note.changed' && event.what === 'prueba_aceptada');

/** Refetches the shown photos of an office after live news about them. */
export function useLivePhotos(officeId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      refetchOnNews(
        client,
        photosKeys.all(officeId),
        { settle: 800, gap: 5000 },
        (event) => isChanging(event) && event.officeId === officeId,
      ),
    [client, officeId],
  );
}

/** Refetches the visits of an order after live news about it. */
export function useLiveVisits(officeId: string, orderId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      refetchOnNews(
        client,
        visitsKey(officeId, orderId),
        { settle: 300, gap: 2000 },
        (event) => 'order' in event && event.order.id === orderId,
      ),
    [client, officeId, orderId],
  );
}
