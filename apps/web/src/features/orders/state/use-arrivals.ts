import { type Arrival } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMayUse } from '#features/session/state/session.ts';
import { coalesce } from '#shared/live/coalesce.ts';
import { subscribeNews } from '#shared/live/live-state.ts';
import { type ArrivalsOf, arrivalsKey, arrivalsQuery } from '../api/arrivals-query.ts';

const PACE = { settle: 300, gap: 5000 };

const NONE: readonly Arrival[] = [];

/**
 * The arrivals of an order or of a courier's day, by time, read again after live news about them. None until they are
 * loaded, and none for people who may not see positions (M01), who cause no call.
 * @param courierId whose news are waited for; undefined while unknown.
 */
export function useArrivals(officeId: string, of: ArrivalsOf, courierId: string | undefined): readonly Arrival[] {
  const client = useQueryClient();
  const maySee = useMayUse()(['M01']);
  useEffect(() => {
    if (!maySee || courierId === undefined) return;
    const round = coalesce(() => client.invalidateQueries({ queryKey: arrivalsKey(officeId) }), PACE);
    const unsubscribe = subscribeNews((news) => {
      const isAbout =
        news.type === 'event' && news.event.type === 'arrivals.changed' && news.event.courierIds.includes(courierId);
      if (news.type === 'reset' || isAbout) round.ask();
    });
    return () => {
      unsubscribe();
      round.stop();
    };
  }, [client, officeId, courierId, maySee]);
  return useQuery({ ...arrivalsQuery(officeId, of), enabled: maySee }).data ?? NONE;
}
