import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '../../../shared/live/coalesce.ts';
import { subscribeNews } from '../../../shared/live/live-state.ts';
import { photosKeys } from '../api/photo-queries.ts';

/** A burst of photos causes one refetch, at most one each five seconds. */
const ROUNDS = { settle: 800, gap: 5000 };

/** Events that add photos, or change whether the visits of photos count. */
const CHANGING: ReadonlySet<string> = new Set(['evidence.added', 'review.added', 'review.decided']);

/** Refetches the shown photos of an office after live news about them. */
export function useLivePhotos(officeId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const round = coalesce(() => client.invalidateQueries({ queryKey: photosKeys.all(officeId) }), ROUNDS);
    const unsubscribe = subscribeNews((news) => {
      const isAbout = news.type === 'event' && CHANGING.has(news.event.type) && news.event.officeId === officeId;
      if (isAbout || news.type === 'reset') round.ask();
    });
    return () => {
      unsubscribe();
      round.stop();
    };
  }, [client, officeId]);
}
