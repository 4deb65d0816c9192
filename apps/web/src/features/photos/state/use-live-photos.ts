import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '../../../shared/live/coalesce.ts';
import { subscribeNews } from '../../../shared/live/live-state.ts';
import { photosKeys } from '../api/photo-queries.ts';

/** A burst of photos causes one refetch, at most one each five seconds. */
const ROUNDS = { settle: 800, gap: 5000 };

/** Refetches the shown photos of an office after live news about them. */
export function useLivePhotos(officeId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const round = coalesce(() => client.invalidateQueries({ queryKey: photosKeys.all(officeId) }), ROUNDS);
    const unsubscribe = subscribeNews((news) => {
      const isNew = news.type === 'event' && news.event.type === 'evidence.added' && news.event.officeId === officeId;
      if (isNew || news.type === 'reset') round.ask();
    });
    return () => {
      unsubscribe();
      round.stop();
    };
  }, [client, officeId]);
}
