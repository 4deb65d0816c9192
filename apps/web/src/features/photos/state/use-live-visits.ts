import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coalesce } from '../../../shared/live/coalesce.ts';
import { subscribeNews } from '../../../shared/live/live-state.ts';
import { visitsKey } from '../api/visits-query.ts';

const ROUNDS = { settle: 300, gap: 2000 };

/** Refetches the visits of an order after live news about it. */
export function useLiveVisits(officeId: string, orderId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const round = coalesce(() => client.invalidateQueries({ queryKey: visitsKey(officeId, orderId) }), ROUNDS);
    const unsubscribe = subscribeNews((news) => {
      const isOwn = news.type === 'event' && 'order' in news.event && news.event.order.id === orderId;
      if (isOwn || news.type === 'reset') round.ask();
    });
    return () => {
      unsubscribe();
      round.stop();
    };
  }, [client, officeId, orderId]);
}
